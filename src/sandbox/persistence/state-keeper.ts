import { isSystemError } from "../../core/failure.ts";
import { markOf, type SavedState, StateFileError, writeStateFile } from "./state-file.ts";

export type StateKeeper = ReturnType<typeof keepState>;

interface KeeperOptions {
  readonly file: string;
  readonly snapshot: () => SavedState;
  /** Real time, in milliseconds since the epoch. */
  readonly now: () => number;
  /** Called once, with one sentence, each time saving starts to fail. */
  readonly onProblem: (text: string) => void;
}

/** Delay before a change is saved: a kill loses at most this much. */
const delayMs = 500;

/** Pause between saves as a multiple of their duration: saving a large fleet is slow. */
const pausesPerSave = 10;

/** Stops saving if another process has changed the file. */
export function keepState(options: KeeperOptions) {
  const saver = makeSaver(options);
  let isDirty = saver.isNew;
  let isFailing = false;
  let timer: NodeJS.Timeout | undefined;
  let saving: Promise<void> | undefined;

  const save = async () => {
    isDirty = false;
    const problem = await saver.save();
    if (problem !== undefined) isDirty = true;
    return problem;
  };
  const saveInBackground = async () => {
    timer = undefined;
    const problem = await save();
    if (problem !== undefined && !isFailing) options.onProblem(problem.message);
    isFailing = problem !== undefined;
    saving = undefined;
    plan();
  };
  const plan = () => {
    if (timer !== undefined || saving !== undefined || !isDirty || saver.isForeign()) return;
    const begin = () => {
      saving = saveInBackground();
    };
    timer = setTimeout(begin, saver.pauseMs()).unref();
  };

  plan();
  return {
    /** Call after any change; the file follows soon. */
    changed(): void {
      isDirty = true;
      plan();
    },
    /** Writes pending changes now. Rejects with a one-sentence error. */
    async flush(): Promise<void> {
      await saving;
      clearTimeout(timer);
      timer = undefined;
      const problem = isDirty ? await save() : undefined;
      if (problem !== undefined) throw problem;
    },
  };
}

/** Writes the file unless another process has changed it. */
function makeSaver({ file, snapshot, now }: KeeperOptions) {
  let mark = markOf(file);
  let nextAt = now();
  let isForeign = false;
  return {
    isNew: mark === undefined,
    isForeign: () => isForeign,
    pauseMs: () => Math.max(delayMs, nextAt - now()),
    /** Resolves with why it failed. */
    async save(): Promise<StateFileError | undefined> {
      const startedAt = now();
      try {
        const currentMark = markOf(file);
        isForeign = currentMark !== undefined && currentMark !== mark;
        if (isForeign)
          throw new Error("another program has changed it, and svc does not overwrite that change");
        mark = await writeStateFile(file, snapshot());
        return undefined;
      } catch (error) {
        const reason = isSystemError(error) ? error.code : error instanceof Error ? error.message : error;
        return new StateFileError(`the state cannot be saved in ${file}: ${reason}`, "unwritable", error);
      } finally {
        nextAt = now() + Math.max(delayMs, (now() - startedAt) * pausesPerSave);
      }
    },
  };
}
