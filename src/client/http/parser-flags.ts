import { setFlagsFromString } from "node:v8";

const flags = ["wasm-dynamic-tiering", "wasm-tier-up", "wasm-lazy-compilation"];

/**
 * Node 20 would optimize undici's parser for 100 ms. Afterwards the flags are restored, because V8 accepts cached code
 * only under the flags that it was compiled with.
 */
export function withoutParserOptimization(onConnected: () => void): void {
  for (const flag of flags) setFlagsFromString(`--no-${flag}`);
  try {
    onConnected();
  } finally {
    for (const flag of flags) setFlagsFromString(`--${flag}`);
  }
}
