import { tellStories } from "./run-stories.ts";

tellStories("deployed");
