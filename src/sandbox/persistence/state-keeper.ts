import { isSystemError } from "../../core/failure.ts";
import { markOf, type SavedState, StateFileError, writeStateFile } from "./state-file.ts";

/** Keeps a state file up to date while the sandbox runs. */
export interface StateKeeper {
  /** Call it after anything that may have changed the state: it is in the file soon afterwards. */
  changed(): void;
  /** Writes now what has not been written yet. Rejects, in one sentence, where that is not possible. */
  flush(): Promise<void>;
}

interface KeeperOptions {
  readonly file: string;
  readonly snapshot: () => SavedState;
  /** The real time in milliseconds since the epoch. */
  readonly now: () => number;
  /** Called once for each time that saving begins to fail, in one sentence. */
  readonly onProblem: (text: string) => void;
}

/** A change is in the file after so many milliseconds; a kill loses no more than these. */
const delayMs = 500;

/** Saving a large fleet takes long: it never takes more than this part of the time. */
const pausesPerSave = 10;

/**
 * Begins to keep `file`. One that somebody else has changed meanwhile is left as it is, and nothing is
 * saved any more.
 */
export function keepState(options: KeeperOptions): StateKeeper {
  const { file, now } = options;
  const saver = makeSaver(options);
  let isDirty = saver.isNew;
  let isFailing = false;
  let timer: NodeJS.Timeout | undefined;
  let saving: Promise<void> | undefined;
  let nextAt = now();

  const save = async () => {
    const startedAt = now();
    isDirty = false;
    try {
      await saver.save();
      isFailing = false;
    } catch (error) {
      isDirty = true;
      throw error;
    } finally {
      nextAt = now() + Math.max(delayMs, (now() - startedAt) * pausesPerSave);
    }
  };
  const report = (error: unknown) => {
    if (!isFailing) options.onProblem(problem(file, error));
    isFailing = true;
  };
  const saveInBackground = () => {
    timer = undefined;
    saving = save()
      .catch(report)
      .finally(() => {
        saving = undefined;
        plan();
      });
  };
  const plan = () => {
    if (timer !== undefined || saving !== undefined || !isDirty || saver.isForeign()) return;
    timer = setTimeout(saveInBackground, Math.max(delayMs, nextAt - now()));
    timer.unref();
  };

  plan();
  return {
    changed() {
      isDirty = true;
      plan();
    },
    async flush() {
      if (saving !== undefined) await saving;
      clearTimeout(timer);
      timer = undefined;
      if (!isDirty) return;
      await save().catch((error: unknown) => {
        throw new StateFileError(problem(file, error), "unwritable", error);
      });
    },
  };
}

/** Writes the file, as long as nobody else has changed it. */
function makeSaver({ file, snapshot }: KeeperOptions) {
  let mark = markOf(file);
  let isForeign = false;
  return {
    isNew: mark === undefined,
    isForeign: () => isForeign,
    async save() {
      const found = markOf(file);
      isForeign = found !== undefined && found !== mark;
      if (isForeign) throw new Error("another program has changed it, and it is left as that left it");
      mark = await writeStateFile(file, snapshot());
    },
  };
}

function problem(file: string, error: unknown): string {
  const reason = isSystemError(error) ? error.code : error instanceof Error ? error.message : String(error);
  return `the state cannot be saved in ${file}: ${reason}`;
}
