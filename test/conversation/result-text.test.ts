/** What the client wraps around the words of a tool. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { resultText } from "../../src/conversation/result-text.ts";

const isRefused = false;

describe("a reminder", () => {
  it("before or after the text is apart from it", () => {
    expect(
      resultText(
        "<system-reminder>one</system-reminder>\nhigh\nwater\n\n<system-reminder>\ntwo\n</system-reminder>\n<system-reminder>three</system-reminder>\n",
      ),
    ).toEqual({ text: "high\nwater", reminders: ["one", "two", "three"], isRefused });
  });

  it("alone leaves no text", () => {
    expect(resultText("<system-reminder>The file is empty.</system-reminder>")).toEqual({
      text: "",
      reminders: ["The file is empty."],
      isRefused,
    });
  });

  it("amid the text, within a line or without an end is part of what the tool said", () => {
    for (const text of [
      "a\n<system-reminder>b</system-reminder>\nc",
      "a <system-reminder>b</system-reminder>",
      "<system-reminder>b",
    ])
      expect(resultText(text)).toEqual({ text, isRefused });
  });
});

describe("an error", () => {
  it("loses its tag, and says that the client refused the call", () => {
    expect(resultText("<tool_use_error>String not found</tool_use_error>")).toEqual({
      text: "String not found",
      isRefused: true,
    });
    expect(resultText("<tool_use_error>no</tool_use_error>\n<system-reminder>r</system-reminder>")).toEqual({
      text: "no",
      reminders: ["r"],
      isRefused: true,
    });
  });

  it("amid the text is part of it", () => {
    const text = "log:\n<tool_use_error>no</tool_use_error>";
    expect(resultText(text)).toEqual({ text, isRefused });
  });
});

describe("an output that is kept in a file", () => {
  const wrapped = (inner: string): string => `<persisted-output>\n${inner}\n</persisted-output>`;
  const note = "Output too large (9KB). Full output saved to: C:\\x\\tool-results\\kept.txt";

  it("is its beginning, a note and the name of the file", () => {
    expect(resultText(wrapped(`${note}\n\nPreview (first 2KB):\n1\n2`))).toEqual({
      text: "1\n2",
      persisted: { file: "kept.txt", note: `${note}\n\nPreview (first 2KB):` },
      isRefused,
    });
  });

  it("without a beginning is the note alone", () => {
    expect(resultText(wrapped(note))).toEqual({ text: note, persisted: { file: "kept.txt" }, isRefused });
  });

  it("keeps what stands after it", () => {
    expect(resultText(`${wrapped("Too large\nPreview (first 2KB):\n1")}\nShell cwd was reset`)).toEqual({
      text: "1\nShell cwd was reset",
      persisted: { note: "Too large\nPreview (first 2KB):" },
      isRefused,
    });
  });

  it("is none where a text only speaks of it", () => {
    const text = `docs.md:1: ${wrapped(note)}`;
    expect(resultText(text)).toEqual({ text, isRefused });
  });
});

it("loses no line, whatever the tags are", () => {
  const piece = fc.constantFrom(
    ...["<system-reminder>", "</system-reminder>", "<tool_use_error>", "</tool_use_error>"],
    ...[
      "<persisted-output>\n",
      "\n</persisted-output>",
      "Preview (first 2KB):\n",
      "\n",
      " ",
      "a",
      "b\nc",
      "saved to: f",
    ],
  );
  const bare = (text: string): string =>
    text.replace(/<\/?(?:system-reminder|tool_use_error|persisted-output)>/g, "\n").replace(/\s+/g, "");
  const letters = (text: string): string => [...bare(text)].sort().join("");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const { text, reminders = [], persisted } = resultText(pieces.join(""));
      expect(letters([text, ...reminders, persisted?.note ?? ""].join("\n"))).toBe(letters(pieces.join("")));
    }),
    { numRuns: 2000 },
  );
});
