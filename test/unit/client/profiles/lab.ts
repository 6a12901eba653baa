import type { Profile } from "../../../../src/client/profiles/profile.ts";

export const labKey = "LabConsumerKey0001:LabTokenKey0000001:LabTokenSecret000000000000000001";
export const otherKey = "TwoConsumerKey0001:TwoTokenKey0000001:TwoTokenSecret000000000000000001";

export const lab: Profile = {
  url: "http://lab.example:5240/SVC",
  addressing: "path",
  signature: "plaintext",
  key: labKey,
};
