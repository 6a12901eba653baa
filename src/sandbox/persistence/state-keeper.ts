import { isSystemError } from "../../core/failure.ts";
import { markOf, type SavedState, StateFileError, writeStateFile } from "./state-file.ts";

export interface StateKeeper {
  /** Call after any change; the file follows soon. */
  changed(): void;
  /** Writes pending changes now. Rejects with a one-sentence error. */
  flush(): Promise<void>;
}

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
export function keepState(options: KeeperOptions): StateKeeper {
  const { now, onProblem } = options;
  const saver = makeSaver(options);
  let isDirty = saver.isNew;
  let isFailing = false;
  let timer: NodeJS.Timeout | undefined;
  let saving: Promise<void> | undefined;
  let nextAt = now();

  const save = async () => {
    const startedAt = now();
    isDirty = false;
    const problem = await saver.save();
    nextAt = now() + Math.max(delayMs, (now() - startedAt) * pausesPerSave);
    if (problem !== undefined) isDirty = true;
    return problem;
  };
  const saveInBackground = async () => {
    timer = undefined;
    const problem = await save();
    if (problem !== undefined && !isFailing) onProblem(problem.message);
    isFailing = problem !== undefined;
    saving = undefined;
    plan();
  };
  const plan = () => {
    if (timer !== undefined || saving !== undefined || !isDirty || saver.isForeign()) return;
    timer = setTimeout(
      () => {
        saving = saveInBackground();
      },
      Math.max(delayMs, nextAt - now()),
    ).unref();
  };

  plan();
  return {
    changed() {
      isDirty = true;
      plan();
    },
    async flush() {
      await saving;
      clearTimeout(timer);
      timer = undefined;
      const problem = isDirty ? await save() : undefined;
      if (problem !== undefined) throw problem;
    },
  };
}

/** Writes the file unless another process has changed it. */
function makeSaver({ file, snapshot }: KeeperOptions) {
  let mark = markOf(file);
  let isForeign = false;
  return {
    isNew: mark === undefined,
    isForeign: () => isForeign,
    /** Resolves with why it failed. */
    async save(): Promise<StateFileError | undefined> {
      try {
        const found = markOf(file);
        isForeign = found !== undefined && found !== mark;
        if (isForeign) throw new Error("another program has changed it, and it is left as that left it");
        mark = await writeStateFile(file, snapshot());
        return undefined;
      } catch (error) {
        const reason = isSystemError(error) ? error.code : error instanceof Error ? error.message : error;
        return new StateFileError(`the state cannot be saved in ${file}: ${reason}`, "unwritable", error);
      }
    },
  };
}
