/**
 * The picture at the head of a benefit: its object in front, two that go with it beside, and a place
 * behind them that fits its category.
 */
import type { ArtworkName } from "@yunjing/contract/artwork";
import { findTint } from "./artwork-names.ts";
import { ArtObject, type ArtworkId } from "./artwork.tsx";
import styles from "./hero-scene.module.css";

type Place = "table" | "street" | "cinema" | "sky" | "podium";
type SceneOf = { readonly place: Place; readonly beside: readonly ArtworkName[] };

const PODIUM: SceneOf = { place: "podium", beside: ["gift", "coins", "ticket"] };

/** By category; three each, so that two remain beside an object that is one of them. */
const sceneOf = new Map<string, SceneOf>([
  ["meal", { place: "table", beside: ["fries", "coffee", "burger"] }],
  ["drink", { place: "table", beside: ["tea", "coffee", "bag"] }],
  ["ride", { place: "street", beside: ["car", "phone", "ticket"] }],
  ["delivery", { place: "street", beside: ["scooter", "bag", "bowl"] }],
  ["fuel", { place: "street", beside: ["pump", "car", "ticket"] }],
  ["movie", { place: "cinema", beside: ["popcorn", "ticket", "film"] }],
  ["phone", { place: "sky", beside: ["phone", "gift", "coins"] }],
  ["membership", { place: "sky", beside: ["video", "popcorn", "gift"] }],
]);

/** Behind the objects, in white and in the darker colour of the tint. */
const backdrops: Readonly<Record<Place, React.ReactNode>> = {
  table: (
    <>
      <g className={styles.light}>
        <path d="M84 0h2v34a26 26 0 0 1 26 24H58a26 26 0 0 1 26-24zM300 0h2v18a26 26 0 0 1 26 24h-54a26 26 0 0 1 26-24z" />
        <path d="M58 60h54l30 108H28zM274 44h54l30 124H244z" opacity=".4" />
      </g>
      <path className={styles.deep} d="M0 158C70 148 320 148 390 158v50H0z" />
      <path className={styles.light} d="M40 176c60-9 250-9 310 0 0 9-310 9-310 0z" opacity=".5" />
    </>
  ),
  street: (
    <>
      <circle className={styles.light} cx="318" cy="48" r="24" />
      <path
        className={styles.light}
        d="M44 62a14 14 0 0 1 27-5 11 11 0 0 1 14 11H36a8 8 0 0 1 8-6zM214 40a11 11 0 0 1 21-4 9 9 0 0 1 11 9h-39a6 6 0 0 1 7-5z"
      />
      <path
        className={styles.deep}
        opacity=".7"
        d="M0 106h34V84h38v28h26V66h42v50h30V92h36v24h34V72h40v40h30V88h36v24h44v96H0z"
      />
      <path className={styles.deep} d="M0 154C90 146 300 146 390 154v54H0z" />
      <path
        className={styles.light}
        opacity=".8"
        d="M20 186h44v5H20zM100 186h44v5h-44zM180 186h44v5h-44zM260 186h44v5h-44zM340 186h44v5h-44z"
      />
    </>
  ),
  cinema: (
    <>
      <path
        className={styles.light}
        opacity=".45"
        d="M-10 0h44l150 170H36zM400 0h-44L206 170h148z"
      />
      <path
        className={styles.deep}
        d="M0 0h390v20c-16 15-32 15-48 0-16 15-33 15-49 0-16 15-33 15-49 0-16 15-33 15-49 0-16 15-33 15-49 0-16 15-32 15-48 0-16 15-33 15-49 0-16 15-33 15-49 0z"
      />
      <path className={styles.deep} d="M0 160C80 148 310 148 390 160v48H0z" />
      <path className={styles.light} opacity=".5" d="M70 174c50-9 200-9 250 0 0 9-250 9-250 0z" />
    </>
  ),
  sky: (
    <>
      <g className={styles.rings}>
        <circle cx="195" cy="96" r="58" />
        <circle cx="195" cy="96" r="92" />
        <circle cx="195" cy="96" r="126" />
      </g>
      <path
        className={styles.light}
        d="M32 92a16 16 0 0 1 31-6 13 13 0 0 1 16 13H22a9 9 0 0 1 10-7zM312 62a14 14 0 0 1 27-5 11 11 0 0 1 14 11h-49a8 8 0 0 1 8-6z"
      />
      <path className={styles.deep} d="M0 164c56-18 104-18 160-6s140 12 230-8v58H0z" />
    </>
  ),
  podium: (
    <>
      <path
        className={styles.light}
        opacity=".45"
        d="M195 132 60-10h56zM195 132 166-10h58zM195 132 274-10h56z"
      />
      <path
        className={styles.light}
        d="M52 58l6 6-6 6-6-6zM330 44l7 7-7 7-7-7zM96 32l4 4-4 4-4-4zM286 92l4 4-4 4-4-4zM70 108l4 4-4 4-4-4z"
      />
      <path className={styles.deep} d="M0 162C80 150 310 150 390 162v46H0z" />
      <path className={styles.light} opacity=".6" d="M118 176h154v10a77 9 0 0 1-154 0z" />
      <ellipse className={styles.light} cx="195" cy="176" rx="77" ry="9" />
    </>
  ),
};

interface HeroSceneProps {
  readonly category: string;
  readonly artwork: ArtworkId;
  /** The benefit's own second object, shown before those of its category. */
  readonly also?: ArtworkId | undefined;
  readonly tint: string;
  /** Sold out. */
  readonly faded: boolean;
}

/** Decorative, so hidden from screen readers. */
export function HeroScene({ category, artwork, also, tint, faded }: HeroSceneProps) {
  const { place, beside } = sceneOf.get(category) ?? PODIUM;
  const own = also !== undefined && also !== artwork ? [also] : [];
  const [left, right] = [...own, ...beside.filter((name) => name !== artwork && name !== also)];
  return (
    <div
      className={styles.scene}
      data-tint={findTint(tint)}
      data-faded={faded ? "" : undefined}
      aria-hidden="true"
    >
      <svg
        className={styles.backdrop}
        viewBox="0 0 390 208"
        preserveAspectRatio="xMidYMax slice"
        focusable="false"
      >
        {backdrops[place]}
      </svg>
      <div className={styles.objects}>
        {left && (
          <span className={styles.left}>
            <ArtObject name={left} className={styles.drawing} />
          </span>
        )}
        <span className={styles.main}>
          <ArtObject name={artwork} className={styles.drawing} />
        </span>
        {right && (
          <span className={styles.right}>
            <ArtObject name={right} className={styles.drawing} />
          </span>
        )}
      </div>
    </div>
  );
}
