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

// Of a line of Codex's.
export const recordTime: i32 = 62;
export const recordType: i32 = 63;
export const ordinal: i32 = 65;
export const recordEnd: i32 = 66;
export const responseItem: i32 = 66;
export const eventMessage: i32 = 67;
export const groupsEnd: i32 = 68;
// Types of its payload.
export const functionOutput: i32 = 68;
export const customOutput: i32 = 69;
export const reasoning: i32 = 70;
export const functionCall: i32 = 71;
export const tokenCount: i32 = 73;
export const payloadsEnd: i32 = 74;
// Fields of it.
export const callId: i32 = 74;
export const toolName: i32 = 75;
export const namespace: i32 = 76;
export const payloadId: i32 = 77;
export const summary: i32 = 78;
export const rawContent: i32 = 82;
export const hidden: i32 = 83;
export const info: i32 = 84;
export const rateLimits: i32 = 85;
export const fieldsEnd: i32 = 86;
// Of counts.
export const totalUsage: i32 = 86;
export const window: i32 = 88;
export const infoEnd: i32 = 89;
export const firstFigure: i32 = 89;
export const figuresEnd: i32 = 94;
