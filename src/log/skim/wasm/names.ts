// Numbers of names and of what is handed over.
// The order of names in ../fields.ts. Those of the line whose value is a text come first, then its other fields.
export const type: i32 = 0;
export const uuid: i32 = 1;
export const parentUuid: i32 = 2;
export const timestamp: i32 = 4;
export const lineTexts: i32 = 22;
export const isSidechain: i32 = 22;
export const isMeta: i32 = 23;
export const isCompactSummary: i32 = 24;
export const isApiErrorMessage: i32 = 25;
export const details: i32 = 26;
export const todos: i32 = 27;
export const origin: i32 = 28;
export const supersedes: i32 = 29;
export const message: i32 = 30;
export const data: i32 = 31;
export const lineEnd: i32 = 32;
// Of its message.
export const messageId: i32 = 32;
export const model: i32 = 33;
export const content: i32 = 34;
export const usage: i32 = 35;
export const messageEnd: i32 = 36;
// Of what it spent.
export const inputTokens: i32 = 36;
export const outputTokens: i32 = 37;
export const readTokens: i32 = 38;
export const writtenTokens: i32 = 39;
export const written: i32 = 40;
export const speed: i32 = 41;
export const iterations: i32 = 42;
export const usageEnd: i32 = 43;
export const hourTokens: i32 = 43;
export const writtenEnd: i32 = 44;
// Of a block.
export const blockType: i32 = 44;
export const blockText: i32 = 45;
export const thinking: i32 = 46;
export const blockId: i32 = 47;
export const blockName: i32 = 48;
export const toolUseId: i32 = 49;
export const isError: i32 = 50;
export const caller: i32 = 51;
export const blockEnd: i32 = 52;
// Values.
export const user: i32 = 52;
export const assistant: i32 = 53;
export const progress: i32 = 54;
export const snapshot: i32 = 55;
export const typesEnd: i32 = 56;
export const textBlock: i32 = 56;
export const thinkingBlock: i32 = 57;
export const useBlock: i32 = 58;
export const resultBlock: i32 = 59;
export const blocksEnd: i32 = 60;
export const standard: i32 = 60;
export const direct: i32 = 61;

// Texts that are given to the host: those of the line, then these.
export const idText: i32 = 22;
export const modelText: i32 = 23;
export const contentText: i32 = 24;
export const dataText: i32 = 25;
export const texts: i32 = 26;
