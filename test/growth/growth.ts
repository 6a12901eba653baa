/** A text of about this many characters. */
export type Family = (length: number) => string;

/** Texts that repeat one unit, alone or between other units. */
export function families(units: readonly string[]): ReadonlyMap<string, Family> {
  const texts = new Map<string, Family>();
  for (const unit of units) {
    if (unit === "") continue;
    for (const [before, after] of frames) {
      texts.set(
        JSON.stringify([before, unit, after]),
        (length) => `${before}${unit.repeat(Math.ceil(length / unit.length))}${after}`,
      );
    }
  }
  return texts;
}

const frames = [
  ["", ""],
  ["", "x\u0001"],
  ['"', "!"],
] as const;

/**
 * Returns the shortest processor time of several runs, in milliseconds, so that other processes do not count.
 */
function quickestMs(run: () => void, times: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let count = 0; count < times; count += 1) {
    const start = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

const lengths = [16, 24, 64, 256, 1024, 4096, 16_384, 65_536];
/** Times below this many milliseconds are too short to compare. */
const floorMs = 60;
/**
 * The most by which the time may grow for a text four times as long: linear time grows by 4, quadratic by 16.
 */
const maxRatio = 9;
/** Growth above this, measured twice, is cubic: no disturbance is that large. */
const cubicRatio = 40;
/** A run that takes longer is measured only once at a time. */
const longRunMs = 100;
/** Cubic time grows by 64 for a text four times as long; the factor 2 allows for disturbances. */
const maxFactor = 2 * 4 ** 3;

/**
 * Returns the factor by which `run` takes longer for four times as much text, or undefined if it is fast or
 * linear. Starts with short texts, so that cubic time is noticed before a run takes too long.
 */
export function growthOf(run: (text: string) => void, family: Family): number | undefined {
  for (const length of lengths) {
    const text = family(length);
    const firstMs = quickestMs(() => run(text), 1);
    // The longest text is created only if its run could reach the minimum time.
    if (length * 4 === lengths.at(-1) && firstMs * maxFactor < floorMs) return undefined;
    if (firstMs < floorMs) continue;
    const times = firstMs > longRunMs ? 1 : 3;
    const shorter = family(length / 4);
    const ratioNow = () => {
      const longMs = quickestMs(() => run(text), times);
      return longMs < floorMs ? 0 : longMs / quickestMs(() => run(shorter), 5);
    };
    let ratio = ratioNow();
    // Garbage collection and compilation disturb single measurements, so the excess must show repeatedly.
    for (let again = 0; again < 3 && ratio > maxRatio && !(again > 0 && ratio > cubicRatio); again += 1)
      ratio = Math.min(ratio, ratioNow());
    if (ratio > maxRatio) return ratio;
  }
  return undefined;
}

/**
 * The texts built from `units` for which the parser takes more than linear time. The parser may reject a
 * text.
 */
export function slowTexts(parse: (text: string) => unknown, units: readonly string[]): readonly string[] {
  const run = (text: string) => {
    try {
      parse(text);
    } catch {
      // Only the time matters here, not whether the text is rejected.
    }
  };
  return [...families(units)].flatMap(([name, family]) => {
    const ratio = growthOf(run, family);
    return ratio === undefined ? [] : [`${name}: x${ratio.toFixed(0)}`];
  });
}
