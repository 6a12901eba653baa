import { spawn } from "node:child_process";
import type { Context } from "../../context.ts";
import { Failure } from "../../core/failure.ts";
import { escapeLine } from "../output/escape.ts";
import { cutTo, widthOf } from "../output/width.ts";
import { endChild } from "./child.ts";
import { editLine, type Key } from "./keys.ts";
import { openScreen, type ScreenSize } from "./screen.ts";
import { onTerminationSignal, terminationFailure } from "./signals.ts";

interface PickerItem {
  readonly word: string;
  readonly description: string;
}

/** Uses fzf if it is installed. Throws a notConfirmed `Failure` if nothing is chosen, or the failure of a signal. */
export async function pickOne(
  context: Context,
  title: string,
  items: readonly PickerItem[],
): Promise<PickerItem> {
  const index = await pickWithFzf(context, title, items);
  return items[index ?? -1] ?? (await pickOnScreen(context, title, items));
}

const nothingChosenFailure = () => new Failure("notConfirmed", "nothing was chosen");

const maxAnswerLength = 64 * 1024;

/** Undefined if fzf cannot run. Each line begins with its index, so that equal names are distinguished. */
const pickWithFzf = (
  context: Pick<Context, "clock" | "env" | "onSignal">,
  title: string,
  items: readonly PickerItem[],
): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    // Old versions of fzf stop only themselves, so that no shell notices.
    const suspend = "--bind=ctrl-z:execute(kill -TSTP 0)";
    const words = ["--delimiter=\t", "--with-nth=2..", "--no-multi", `--prompt=${title}: `, suspend];
    const child = spawn("fzf", words, { env: context.env, stdio: ["pipe", "pipe", "inherit"] });
    let answer = "";
    let failure: Failure | undefined;
    const dispose = onTerminationSignal(context, (termination) => {
      failure = terminationFailure(termination);
      endChild(child, "SIGTERM", context.clock);
    });
    child.on("error", () => {
      dispose();
      if (failure === undefined) resolve(undefined);
      else reject(failure);
    });
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      answer = (answer + text).slice(0, maxAnswerLength);
    });
    child.on("close", (code) => {
      dispose();
      if (failure !== undefined) reject(failure);
      else if (code === 130) reject(terminationFailure("interrupted"));
      else if (code === 1) reject(nothingChosenFailure());
      else resolve(code === 0 ? Number(/^(\d+)\t/m.exec(answer)?.[1] ?? -1) : undefined);
    });
    child.stdin.on("error", () => undefined);
    child.stdin.end(items.map((item, index) => `${index}\t${lineOf(item, nameWidth(items))}\n`).join(""));
  });

const maxNameWidth = 40;

const nameWidth = (items: readonly PickerItem[]): number =>
  Math.min(maxNameWidth, Math.max(...items.map(({ word }) => widthOf(word))));

const lineOf = ({ word, description }: PickerItem, width: number): string =>
  escapeLine(`${word}${" ".repeat(Math.max(0, width - widthOf(word)))}  ${description}`.trimEnd());

export interface PickerState {
  readonly items: readonly PickerItem[];
  readonly filter: string;
  /** The cursor's index among the matching items. */
  readonly at: number;
}

export function matchingItems({ items, filter }: Pick<PickerState, "items" | "filter">) {
  const words = filter.toLowerCase().split(" ").filter(Boolean);
  return words.length === 0
    ? items
    : items.filter(({ word, description }) => {
        const text = `${word} ${description}`.toLowerCase();
        return words.every((each) => text.includes(each));
      });
}

/** All lines but two: the filter, and the count with the keys. */
const listHeight = ({ rows }: ScreenSize): number => Math.max(1, rows - 2);

export function stateAfterKey(state: PickerState, key: Key, size: ScreenSize): PickerState {
  const page = listHeight(size);
  const steps: Readonly<Record<string, number>> = {
    up: -1,
    backtab: -1,
    down: 1,
    tab: 1,
    pageup: -page,
    pagedown: page,
    home: Number.NEGATIVE_INFINITY,
    end: Number.POSITIVE_INFINITY,
  };
  const offset = steps[key];
  if (offset !== undefined)
    return { ...state, at: Math.max(0, Math.min(state.at + offset, matchingItems(state).length - 1)) };
  const filter = editLine(state.filter, key);
  return filter === undefined ? state : { ...state, filter, at: 0 };
}

const inverse = (text: string): string => `\u001b[7m${text}\u001b[27m`;

export function pickerLines(state: PickerState, title: string, size: ScreenSize): readonly string[] {
  const matches = matchingItems(state);
  const height = listHeight(size);
  const top = Math.max(0, Math.min(state.at - Math.floor(height / 2), matches.length - height));
  const width = nameWidth(state.items);
  const maxWidth = size.columns - 1;
  const promptCharacters = [...`${title}: ${state.filter}`];
  while (promptCharacters.length > 1 && widthOf(promptCharacters.join("")) > maxWidth - 1)
    promptCharacters.shift();
  const count = `${matches.length} of ${state.items.length}`;
  const rows = matches.slice(top, top + height).map((item, row) => {
    const isSelected = top + row === state.at;
    const line = cutTo(`${isSelected ? ">" : " "} ${lineOf(item, width)}`, maxWidth);
    return isSelected ? inverse(line) : line;
  });
  return [
    promptCharacters.join("") + inverse(" "),
    ...(matches.length === 0 ? [cutTo("  nothing matches", maxWidth)] : rows),
    ...Array.from({ length: Math.max(0, height - Math.max(1, rows.length)) }, () => ""),
    cutTo(`${count}  enter choose  esc cancel`, maxWidth),
  ].slice(0, size.rows);
}

function pickOnScreen(context: Context, title: string, items: readonly PickerItem[]): Promise<PickerItem> {
  const { stdin, stderr, clock, onSuspend } = context;
  return new Promise((resolve, reject) => {
    let state: PickerState = { items, filter: "", at: 0 };
    const draw = () => screen.draw(pickerLines(state, title, screen.size()));
    const close = () => {
      disposeSignals();
      screen.close();
    };
    const fail = (failure: Failure) => {
      close();
      reject(failure);
    };
    const disposeSignals = onTerminationSignal(context, (termination) =>
      fail(terminationFailure(termination)),
    );
    const onKey = (key: Key) => {
      if (key === "ctrl-c") return fail(terminationFailure("interrupted"));
      if (key === "escape" || key === "ctrl-d") return fail(nothingChosenFailure());
      if (key === "ctrl-z") return context.suspend?.();
      const choice = key === "enter" ? matchingItems(state)[state.at] : undefined;
      if (choice !== undefined) {
        close();
        return resolve(choice);
      }
      state = stateAfterKey(state, key, screen.size());
      draw();
    };
    // Draws on standard error, because standard output may be a pipe: `svc machines get | jq`.
    const screen = openScreen(
      { stdin, stdout: stderr, clock, ...(onSuspend === undefined ? {} : { onSuspend }) },
      { onKey, onRedraw: draw, onEnd: () => fail(terminationFailure("terminated")) },
    );
    draw();
  });
}
