import { tellStories } from "./tell-stories.ts";

tellStories("documented");
