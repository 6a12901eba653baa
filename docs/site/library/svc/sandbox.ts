/**
 * The sandbox in the process of a test.
 * @module svc/sandbox
 */
export * from "../../../../dist/lib/sandbox.js";
