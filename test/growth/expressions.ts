import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "esbuild";

const source = join(import.meta.dirname, "../../src");

export interface Expression {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

/** The distinct regular expressions of src/. */
export function allExpressions(): readonly Expression[] {
  const expressions = new Map<string, Expression>();
  for (const file of readdirSync(source, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".ts") || file.endsWith(".d.ts")) continue;
    const { code } = transformSync(readFileSync(join(source, file), "utf8"), { loader: "ts" });
    for (const { source: text, flags } of literals(code)) {
      expressions.set(`${text}/${flags}`, { file, source: text, flags });
    }
  }
  return [...expressions.values()];
}

/**
 * Finds the regular expression literals of a program without comments: a slash starts one where a value may
 * begin.
 */
export function literals(code: string): readonly { readonly source: string; readonly flags: string }[] {
  const expressions: { source: string; flags: string }[] = [];
  /** For each open template literal, the number of open braces in its current placeholder. */
  const templates: number[] = [];
  let at = 0;
  const skipTemplate = () => {
    for (; at < code.length; at += 1) {
      if (code[at] === "\\") at += 1;
      else if (code[at] === "`") return;
      else if (code.startsWith("${", at)) {
        templates.push(0);
        at += 1;
        return;
      }
    }
  };
  for (; at < code.length; at += 1) {
    const character = code[at];
    if (character === '"' || character === "'") {
      at = closing(code, at, character);
    } else if (character === "`") {
      at += 1;
      skipTemplate();
    } else if (templates.length > 0 && (character === "{" || character === "}")) {
      const open = templates.pop() ?? 0;
      if (character === "{") templates.push(open + 1);
      else if (open > 0) templates.push(open - 1);
      else {
        at += 1;
        skipTemplate();
      }
    } else if (code.startsWith("//", at)) {
      at = code.indexOf("\n", at);
    } else if (code.startsWith("/*", at)) {
      at = code.indexOf("*/", at) + 1;
    } else if (character === "/" && mayBeginValue(code.slice(Math.max(0, at - 20), at))) {
      const end = closing(code, at, "/");
      const flags = /^[a-z]*/.exec(code.slice(end + 1))?.[0] ?? "";
      expressions.push({ source: code.slice(at + 1, end), flags });
      at = end + flags.length;
    }
  }
  return expressions;
}

function closing(code: string, start: number, mark: string): number {
  let isClass = false;
  for (let at = start + 1; at < code.length; at += 1) {
    const character = code[at];
    if (character === "\\") at += 1;
    else if (mark === "/" && character === "[") isClass = true;
    else if (mark === "/" && character === "]") isClass = false;
    else if (character === mark && !isClass) return at;
  }
  throw new Error(`what begins with ${code.slice(start, start + 30)} does not end`);
}

const mayBeginValue = (before: string): boolean =>
  /(?:^|[([{},;:=!&|?+<>~*%-]|\b(?:return|typeof|case|await|yield|of|in))\s*$/.test(before);
