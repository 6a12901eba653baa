import { option } from "../option-spec.ts";

/** What svc adds to the filters of the list of machines, where only some of them are looked at. */
export const machineListOptions = {
  mine: option("mine", "only machines that you own", { excludes: ["owner"] }),
  owner: option("owner", "only machines owned by one of these users", {
    value: "user,...",
    type: "words",
    repeatable: true,
  }),
  tags: option("tags", "only machines that have all of these tags", {
    value: "tag,...",
    type: "words",
    repeatable: true,
  }),
} as const;
