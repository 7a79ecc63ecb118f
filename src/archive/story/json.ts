/** A story as data. */
import type { StoryDocument } from "../../model/story.ts";

/** Its sessions by their ids: `sessions` of the archive has the rest. */
export const storyData = ({ parts, ...story }: StoryDocument): object => ({
  ...story,
  parts: parts.map(({ session, beats }) => ({ session: session.id, role: session.role, title: session.title, beats })),
});
