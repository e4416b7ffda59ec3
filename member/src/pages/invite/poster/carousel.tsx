/**
 * Poster carousel: one poster in the middle, its neighbours partly visible; controlled by swipe,
 * tap or key.
 */
import { useRef } from "react";
import type { Poster } from "@yunjing/contract/schemas/posters";
import styles from "./poster.module.css";
import { Slide } from "./slide.tsx";
import type { PictureQuery } from "./use-pictures.ts";

interface CarouselProps {
  readonly posters: readonly Poster[];
  readonly pictures: readonly PictureQuery[];
  readonly at: number;
  readonly onTurn: (at: number) => void;
  readonly onOpen: (at: number) => void;
}

/** Returns the index of the track's child nearest to its middle. */
function middleOf(track: HTMLElement): number {
  const middle = track.scrollLeft + track.clientWidth / 2;
  const distances = [...track.children].map((child) =>
    child instanceof HTMLElement ? Math.abs(child.offsetLeft + child.offsetWidth / 2 - middle) : 0,
  );
  return distances.indexOf(Math.min(...distances));
}

const prefersReducedMotion = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

function showIn(track: HTMLElement | null, place: number): void {
  const child = track?.children[place];
  if (!track || !(child instanceof HTMLElement)) return;
  const left = child.offsetLeft + child.offsetWidth / 2 - track.clientWidth / 2;
  track.scrollTo({ left, behavior: prefersReducedMotion() ? "auto" : "smooth" });
}

export function Carousel({ posters, pictures, at, onTurn, onOpen }: CarouselProps) {
  const track = useRef<HTMLUListElement>(null);
  return (
    <section className={styles.carousel} aria-roledescription="轮播" aria-label="海报">
      <ul
        ref={track}
        className={styles.track}
        onScroll={({ currentTarget }) => onTurn(middleOf(currentTarget))}
      >
        {posters.map((poster, place) => (
          <li
            key={poster.posterId}
            className={styles.slide}
            data-on={place === at ? "" : undefined}
            aria-label={`${place + 1} / ${posters.length} ${poster.title}`}
            onFocus={() => showIn(track.current, place)}
          >
            <Slide
              poster={poster}
              picture={pictures[place]}
              onOpen={() => {
                // A tap on a partly visible neighbour first scrolls to it.
                if (place === at) onOpen(place);
                else showIn(track.current, place);
              }}
            />
          </li>
        ))}
      </ul>
      <div className={styles.dots}>
        {posters.map(({ posterId, title }, place) => (
          <button
            key={posterId}
            type="button"
            className={styles.dot}
            aria-label={`第 ${place + 1} 张，${title}`}
            aria-current={place === at ? "true" : undefined}
            onClick={() => showIn(track.current, place)}
          >
            <i />
          </button>
        ))}
      </div>
    </section>
  );
}
