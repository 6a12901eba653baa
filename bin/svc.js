#!/usr/bin/env node
import { existsSync } from "node:fs";
import module from "node:module";

module.enableCompileCache?.();
try {
  await import("../dist/main.js");
} catch (error) {
  if (existsSync(new URL("../dist/main.js", import.meta.url))) throw error;
  console.error("svc: dist/ is missing: this copy was not built\nhint: npm ci && npm run build");
  process.exitCode = 1;
}
