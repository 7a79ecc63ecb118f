// Which commands failed, in which sessions: `node failures.js ~/.claude/projects`
import { openArchive } from "annals";

const sources = process.argv.slice(2);
const archive = await openArchive({ sources: sources.length > 0 ? sources : ["~/.claude/projects"] });

for (const record of archive.sessions) {
  if (record.failures === 0) continue;
  // The whole session, read when it is needed and dropped after it.
  const { session } = await archive.open(record.id);
  console.log(`${record.title} (${archive.projectOf(record).name})`);
  for (const turn of session.turns)
    for (const step of turn.steps)
      if (step.kind === "call" && step.call.kind === "bash" && step.call.outcome.state === "error")
        console.log(`  $ ${step.call.command.split("\n")[0]}`);
}
