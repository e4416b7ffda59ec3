/** Posters: pictures for inviting friends, each with its member's name and link drawn into it. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../operation.ts";
import type { posters as routes } from "../routes/posters.ts";

/** The poster templates, in the order they are shown. */
export const PosterId = Type.Enum(["deep-sea", "three-meals", "ride-home", "one-card"]);
export type PosterId = Static<typeof PosterId>;

/** Changes exactly when the picture changes. */
const Edition = Type.String({ pattern: "^[0-9a-f]{16}$" });

const Poster = Type.Object({
  posterId: PosterId,
  title: Type.String(),
  alt: Type.String({ description: "what is seen and written, for those who do not see it" }),
  edition: Edition,
});
export type Poster = Static<typeof Poster>;

const PosterSheet = Type.Object({
  link: Type.String({ description: "our address with the member's invite code" }),
  share: Type.Object({ title: Type.String(), text: Type.String() }),
  rules: Type.Array(Type.String()),
  posters: Type.Array(Poster),
});
export type PosterSheet = Static<typeof PosterSheet>;

export const posters = shapesOf<typeof routes>()({
  list: {
    summary: "The caller's posters, the link they carry, and the words that go with it",
    input: Type.Object({}),
    output: PosterSheet,
    refusals: [],
  },
  picture: {
    summary: "One poster as a picture, 900 × 1500; the same for as long as its edition",
    input: Type.Object({ posterId: PosterId, edition: Type.Optional(Edition) }),
    output: Type.Unsafe<Uint8Array>(Type.String({ format: "binary" })),
    bytes: { type: "image/png", cacheSeconds: 86_400 },
    refusals: [],
  },
});
