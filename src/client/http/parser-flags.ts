import { setFlagsFromString } from "node:v8";

const flags = ["wasm-dynamic-tiering", "wasm-tier-up", "wasm-lazy-compilation"];

/**
 * Node 20 would optimize undici's parser for 100 ms. The flags are then restored, because V8 accepts cached code only
 * with those of its compilation.
 */
export function compileParser(onConnected: () => void): void {
  for (const flag of flags) setFlagsFromString(`--no-${flag}`);
  try {
    onConnected();
  } finally {
    for (const flag of flags) setFlagsFromString(`--${flag}`);
  }
}
