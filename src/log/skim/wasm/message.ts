// The message of a line: its blocks, by their types.
import {
  after,
  at,
  closeList,
  closeObject,
  goesOn,
  isEmpty,
  isNull,
  isOver,
  isTrue,
  keyFrom,
  keyTo,
  moveTo,
  next,
  openList,
  openObject,
  quote,
  readKey,
  skipValue,
  stringEnd,
} from "./json.ts";
import { find } from "./keys.ts";
import {
  blockEnd,
  blockId,
  blockName,
  blocksEnd,
  blockText,
  blockType,
  caller,
  content,
  contentText,
  direct,
  idText,
  isError,
  messageEnd,
  messageId,
  model,
  modelText,
  resultBlock,
  textBlock,
  thinking,
  thinkingBlock,
  useBlock,
} from "./names.ts";
import { blockCount, head, headContent, most, noteBlock, textOf } from "./table.ts";
import { readUsage } from "./usage.ts";

export function readMessage(): bool {
  if (isEmpty(closeObject)) return true;
  let seen: u32 = 0;
  let expected = messageId;
  while (true) {
    if (!readKey()) return false;
    const name = find(keyFrom, keyTo, messageId, messageEnd, expected);
    if (name < 0) {
      if (!skipValue()) return false;
    } else {
      expected = name + 1;
      const bit: u32 = 1 << (name - messageId);
      if ((seen & bit) !== 0) return false;
      seen |= bit;
      if (name === messageId) {
        if (!textOf(idText)) return false;
      } else if (name === model) {
        if (!textOf(modelText)) return false;
      } else if (name === content) {
        if (!readContent()) return false;
      } else if (!readUsage()) return false;
    }
    const then = after(closeObject);
    if (then !== goesOn) return then === isOver;
  }
}

function readContent(): bool {
  const byte = next();
  if (byte === quote) {
    store<i32>(head + headContent, 1);
    return textOf(contentText);
  }
  if (byte !== openList) return isNull() && skipValue();
  store<i32>(head + headContent, 2);
  if (isEmpty(closeList)) return true;
  while (true) {
    if (<usize>blockCount === most || next() !== openObject || !readBlock()) return false;
    const then = after(closeList);
    if (then !== goesOn) return then === isOver;
  }
}

// A block as it is read: where its texts begin and how long they are.
let typeAt: usize = 0;
let typeSize: usize = 0;
let textAt: usize = 0;
let textSize: usize = 0;
let thinkingAt: usize = 0;
let thinkingSize: usize = 0;
let idAt: usize = 0;
let idSize: usize = 0;
let nameAt: usize = 0;
let nameSize: usize = 0;
let useAt: usize = 0;
let useSize: usize = 0;

function readBlock(): bool {
  typeAt = 0;
  textAt = 0;
  thinkingAt = 0;
  idAt = 0;
  nameAt = 0;
  useAt = 0;
  let failed = false;
  let isCalled = false;
  let seen: u32 = 0;
  let expected = blockType;
  if (isEmpty(closeObject)) return false;
  while (true) {
    if (!readKey()) return false;
    const name = find(keyFrom, keyTo, blockType, blockEnd, expected);
    if (name >= 0) {
      expected = name + 1;
      const bit: u32 = 1 << (name - blockType);
      if ((seen & bit) !== 0) return false;
      seen |= bit;
    }
    if (name >= 0 && next() === quote && name < isError) {
      moveTo(at + 1);
      const from = at;
      const to = stringEnd();
      if (to === 0) return false;
      moveTo(to + 1);
      if (name === blockType) {
        typeAt = from;
        typeSize = to - from;
      } else if (name === blockText) {
        textAt = from;
        textSize = to - from;
      } else if (name === thinking) {
        thinkingAt = from;
        thinkingSize = to - from;
      } else if (name === blockId) {
        idAt = from;
        idSize = to - from;
      } else if (name === blockName) {
        nameAt = from;
        nameSize = to - from;
      } else {
        useAt = from;
        useSize = to - from;
      }
    } else if (name === caller) {
      next();
      const from = at;
      if (!skipValue()) return false;
      if (!(at - from === 4 && load<u32>(from) === 0x6c6c756e) && find(from, at, direct, direct + 1, -1) < 0)
        isCalled = true;
    } else {
      if (name === isError) failed = isTrue();
      if (!skipValue()) return false;
    }
    const then = after(closeObject);
    if (then === isOver) break;
    if (then !== goesOn) return false;
  }
  if (typeAt === 0) return false;
  const kind = find(typeAt, typeAt + typeSize, textBlock, blocksEnd, -1);
  if (kind === textBlock) return textAt !== 0 && noteBlock(1, textAt, textSize, 0, 0);
  if (kind === thinkingBlock) return thinkingAt !== 0 && noteBlock(2, thinkingAt, thinkingSize, 0, 0);
  if (kind === useBlock) return idAt !== 0 && nameAt !== 0 && !isCalled && noteBlock(3, idAt, idSize, nameAt, nameSize);
  if (kind === resultBlock) return useAt !== 0 && noteBlock(failed ? 5 : 4, useAt, useSize, 0, 0);
  return false;
}
