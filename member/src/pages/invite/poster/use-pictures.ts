/** Hooks that load a member's posters: the sheet, and the pictures near the current one. */
import { useQueries, useQuery } from "@tanstack/react-query";
import { fillPath } from "@yunjing/contract/calls";
import { posters as routes } from "@yunjing/contract/routes/posters";
import type { Poster } from "@yunjing/contract/schemas/posters";
import { api, apiQuery } from "../../../api.ts";
import { downloadBackgroundImage } from "../../../device/background-image.ts";
import { dataUrlOf } from "../../../device/save-file.ts";

/** `src` is a `data:` URL. */
export type Picture = { readonly src: string; readonly content: Blob };

async function pictureOf({ posterId, edition }: Poster): Promise<Picture> {
  const { path } = fillPath(routes.picture.path, { posterId });
  const content = await downloadBackgroundImage(path, { edition });
  return { src: await dataUrlOf(content), content };
}

/** Queries the sheet of posters. */
export const usePosterSheet = () => useQuery(apiQuery(api.posters.list, {}));

/**
 * Queries the picture of each poster once it is next to index `at`; a failure is shown at once
 * (U12).
 */
export const usePictures = (posters: readonly Poster[], at: number) =>
  useQueries({
    queries: posters.map((poster, place) => ({
      queryKey: ["posters", "picture", poster.posterId, poster.edition],
      queryFn: () => pictureOf(poster),
      enabled: Math.abs(place - at) <= 1,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    })),
  });

export type PictureQuery = ReturnType<typeof usePictures>[number];
