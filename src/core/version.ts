import packageJson from "../../package.json" with { type: "json" };

/** The version of svc. */
export const version: string = packageJson.version;
