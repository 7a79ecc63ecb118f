/** `annals mcp`: the archive for agents, over stdio, with the official SDK. Nothing is written, and only the site is read. */
import { version } from "../package.ts";
import { quotedNote } from "../site/quoted.ts";
import { UsageError } from "../system/usage-error.ts";
import type { Arguments } from "./arguments.ts";
import { siteTools } from "./mcp-tools.ts";
import { siteFolder } from "./site.ts";

const packageName = "@modelcontextprotocol/server";

export async function mcp(options: Arguments): Promise<number> {
  const site = siteFolder(options);
  const { McpServer, fromJsonSchema, serveStdio } = await sdk();
  const tools = siteTools(site);
  const ended = new Promise<void>((done) => {
    process.stdin.once("end", done);
    process.stdin.once("close", done);
  });
  serveStdio(() => {
    const server = new McpServer(
      { name: "annals", version },
      {
        capabilities: { tools: {} },
        instructions: `An archive of coding sessions. search finds moments, show prints one, story tells how a piece of work came about, list names sessions. ${quotedNote}`,
      },
    );
    for (const { name, title, description, properties, required, run } of tools) {
      const schema = { type: "object", properties, required: [...required], additionalProperties: false } as const;
      server.registerTool(
        name,
        {
          title,
          description: `${description} ${quotedNote}`,
          inputSchema: fromJsonSchema<Record<string, unknown>>(schema),
          annotations: { readOnlyHint: true, openWorldHint: false },
        },
        async (input) => {
          const { text, isError } = await run(input);
          return { content: [{ type: "text" as const, text }], ...(isError ? { isError } : {}) };
        },
      );
    }
    return server;
  });
  await ended;
  return 0;
}

/** 17 MB that only this command needs, so it does not come with annals. */
async function sdk() {
  try {
    const [{ McpServer, fromJsonSchema }, { serveStdio }] = await Promise.all([
      import("@modelcontextprotocol/server"),
      import("@modelcontextprotocol/server/stdio"),
    ]);
    return { McpServer, fromJsonSchema, serveStdio };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")
      throw new UsageError(`annals mcp needs the package ${packageName}: npm install ${packageName} beside annals.`);
    throw error;
  }
}
