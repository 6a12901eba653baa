import { delimiter } from "node:path";

/** The Nodes to test under: those that `SVC_TEST_NODES` lists as paths, or the one that runs the tests. */
export const nodes = (process.env["SVC_TEST_NODES"] ?? process.execPath).split(delimiter);
