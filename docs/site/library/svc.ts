/**
 * Operations of the service from JavaScript and TypeScript.
 * @module svc
 */
export * from "../../../dist/lib/index.js";
