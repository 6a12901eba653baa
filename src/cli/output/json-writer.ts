import {
  closeList,
  closeObject,
  comma,
  createTokenReader,
  endedEarly,
  notJson,
  openList,
  openObject,
} from "../../client/json/tokens.ts";
import { escapeJson } from "./escape.ts";
import type { Mask } from "./mask.ts";
import type { Palette } from "./palette.ts";

export interface JsonStyle {
  readonly layout: "pretty" | "compact" | "unchanged";
  readonly palette: Palette;
  readonly mask: Mask | undefined;
  /** True if characters that a terminal would interpret become JSON escapes. */
  readonly escapesControls: boolean;
}

interface Level {
  readonly isObject: boolean;
  /** True if everything inside is secret. */
  readonly isSecret: boolean;
  isEmpty: boolean;
  isMemberSecret: boolean;
  member: string;
}

const textOf = (token: string): string =>
  token.includes("\\") ? String(JSON.parse(token)) : token.slice(1, -1);

function maskedText(token: string, mask: Mask, member: string): string {
  const text = textOf(token);
  const safeText = mask.text(text, member);
  return safeText === text ? token : JSON.stringify(safeText);
}

function scalarText(token: string, isSecret: boolean, member: string, style: JsonStyle): string {
  const { palette, mask, escapesControls } = style;
  const isString = token.startsWith('"');
  if (!isString && !/^(?:true|false|null|-?\d[\d.eE+-]*)$/.test(token)) throw notJson();
  if (mask !== undefined && isSecret && !/^(?:true|false|null|"")$/.test(token))
    return palette.string(`"${mask.hide(member)}"`);
  if (!isString) return palette.literal(token);
  const safeToken = mask === undefined ? token : maskedText(token, mask, member);
  return palette.string(escapesControls ? escapeJson(safeToken) : safeToken);
}

/** Changes the layout of one JSON value, but not its strings and numbers. Checks only brackets and literals. */
export function createJsonWriter(style: JsonStyle) {
  const { layout, palette, mask, escapesControls } = style;
  const outermostName = mask?.valueName ?? "";
  const isPretty = layout === "pretty";
  const levels: Level[] = [];
  let expectsKey = false;
  let isFinished = false;
  let text = "";

  const newLine = (): string => (isPretty ? `\n${"  ".repeat(levels.length)}` : "");

  const beginValue = (): void => {
    const level = levels.at(-1);
    if (isFinished && level === undefined) throw notJson();
    if (level !== undefined && (!level.isObject || expectsKey) && level.isEmpty) {
      level.isEmpty = false;
      text += newLine();
    }
  };

  const isSecret = (): boolean => {
    const level = levels.at(-1);
    return level === undefined ? mask?.isAllSecret === true : level.isSecret || level.isMemberSecret;
  };

  const writeScalar = (token: string): void => {
    beginValue();
    const level = levels.at(-1);
    if (level?.isObject && expectsKey) {
      if (!token.startsWith('"')) throw notJson();
      level.member = textOf(token);
      level.isMemberSecret = mask?.isSecretMember(level.member) === true;
      text += palette.key(escapesControls ? escapeJson(token) : token);
      expectsKey = false;
      return;
    }
    text += scalarText(token, isSecret(), level?.member ?? outermostName, style);
    isFinished = levels.length === 0;
  };

  const openLevel = (isObject: boolean): void => {
    if (expectsKey) throw notJson();
    beginValue();
    const member = levels.at(-1)?.member ?? outermostName;
    levels.push({ isObject, isSecret: isSecret(), isEmpty: true, isMemberSecret: false, member });
    expectsKey = isObject;
    text += isObject ? "{" : "[";
  };

  const closeLevel = (isObject: boolean): void => {
    const level = levels.pop();
    if (level?.isObject !== isObject) throw notJson();
    text += `${level.isEmpty ? "" : newLine()}${isObject ? "}" : "]"}`;
    expectsKey = false;
    isFinished = levels.length === 0;
  };

  const writePunctuation = (byte: number): void => {
    const level = levels.at(-1);
    if (byte === openObject || byte === openList) openLevel(byte === openObject);
    else if (byte === closeObject || byte === closeList) closeLevel(byte === closeObject);
    else if (level === undefined) throw notJson();
    else if (byte === comma) {
      text += `,${newLine()}`;
      expectsKey = level.isObject;
    } else text += isPretty ? ": " : ":";
  };

  const writeSpace = (byte: number): void => {
    if (layout === "unchanged") text += String.fromCharCode(byte);
  };

  const tokens = createTokenReader({ scalar: writeScalar, punctuation: writePunctuation, space: writeSpace });
  const takeText = (): string => {
    const writtenText = text;
    text = "";
    return writtenText;
  };

  return {
    push(chunk: Buffer) {
      tokens.push(chunk);
      return takeText();
    },
    /** Returns the rest of the text. Throws a `Failure` if the JSON is incomplete. */
    end() {
      tokens.end();
      if (levels.length > 0) throw endedEarly();
      return takeText();
    },
  };
}
