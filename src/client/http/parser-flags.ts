import { setFlagsFromString } from "node:v8";

const flags = ["wasm-dynamic-tiering", "wasm-tier-up", "wasm-lazy-compilation"];

/** Node 20 would optimize undici's parser for 100 ms. V8 accepts cached code only with the original flags. */
export function compileParser(connected: () => void): void {
  for (const flag of flags) setFlagsFromString(`--no-${flag}`);
  try {
    connected();
  } finally {
    for (const flag of flags) setFlagsFromString(`--${flag}`);
  }
}
