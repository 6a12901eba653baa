import { isSystemError } from "../../core/failure.ts";
import { fingerprintOf, type SavedState, StateFileError, writeStateFile } from "./state-file.ts";

interface KeeperOptions {
  readonly file: string;
  readonly snapshot: () => SavedState;
  /** Real time, in milliseconds since the epoch. */
  readonly now: () => number;
  readonly onProblem: (text: string) => void;
}

/** Delay before a change is saved. Changes not yet saved are lost if the sandbox is killed. */
const delayMs = 500;

/** Pause between two saves, as a multiple of the time that a save takes. */
const pauseFactor = 10;

/** Saves the state after changes. Stops when another program changes the file. */
export function makeKeeper(options: KeeperOptions) {
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
    scheduleSave();
  };
  const scheduleSave = () => {
    if (timer !== undefined || saving !== undefined || !isDirty || saver.isChangedByOthers()) return;
    const startSave = () => {
      saving = saveInBackground();
    };
    timer = setTimeout(startSave, saver.pauseMs()).unref();
  };

  scheduleSave();
  return {
    noteChange(): void {
      isDirty = true;
      scheduleSave();
    },
    async flush(): Promise<void> {
      await saving;
      clearTimeout(timer);
      timer = undefined;
      const problem = isDirty ? await save() : undefined;
      if (problem !== undefined) throw problem;
    },
  };
}

function makeSaver({ file, snapshot, now }: KeeperOptions) {
  let fingerprint = fingerprintOf(file);
  let nextAt = now();
  let isChangedByOthers = false;
  return {
    isNew: fingerprint === undefined,
    isChangedByOthers: () => isChangedByOthers,
    pauseMs: () => Math.max(delayMs, nextAt - now()),
    async save(): Promise<StateFileError | undefined> {
      const startedAt = now();
      try {
        const currentFingerprint = fingerprintOf(file);
        isChangedByOthers = currentFingerprint !== undefined && currentFingerprint !== fingerprint;
        if (isChangedByOthers)
          throw new Error("another program has changed it, and svc does not overwrite that change");
        fingerprint = await writeStateFile(file, snapshot());
        return undefined;
      } catch (error) {
        const reason = isSystemError(error) ? error.code : error instanceof Error ? error.message : error;
        return new StateFileError(`the state cannot be saved in ${file}: ${reason}`, "unwritable", error);
      } finally {
        nextAt = now() + Math.max(delayMs, (now() - startedAt) * pauseFactor);
      }
    },
  };
}
