import { delimiter } from "node:path";

/** Paths of the Nodes to test with: those in `SVC_TEST_NODES`, or the one that runs the tests. */
export const nodes = (process.env["SVC_TEST_NODES"] ?? process.execPath).split(delimiter);
