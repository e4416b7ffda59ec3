/**
 * The mark: cloud on the back, sea in the belly, fluke out of the water. Decorative; its size comes
 * from `className`.
 */

type WhaleMarkProps = { className?: string | undefined; tone?: "sea" | "white" };

const tones = {
  sea: { back: "var(--sea-700)", belly: "var(--sea-200)", eye: "var(--surface)" },
  white: { back: "var(--surface)", belly: "var(--sea-200)", eye: "var(--sea-700)" },
};

export function WhaleMark({ className, tone = "sea" }: WhaleMarkProps) {
  const { back, belly, eye } = tones[tone];
  return (
    <svg className={className} viewBox="0 0 68 64" aria-hidden="true">
      <path
        fill={back}
        d={`M4 39C3.5 31 8.5 26.5 14.5 26.5 15.5 19 22 14.5 28.5 16 34 13.5 41 17.5 42 24.5 46.5 26.5
51.5 24.5 52.5 18.5 48 18 45 15 44.8 10.2 49 9.8 52.5 11.2 54.4 14.2 56.300 11.2 59.8 9.8
64 10.2 63.6 15.2 60.5 18.2 56.8 18.6 57.5 36 47 52 27 52 13 52 4.6 47.5 4 39Z`}
      />
      <path
        fill={belly}
        d={`M5.2 44.5C10 48 18 49 26 46.8 33 45 39 41 43 35.5 42.5 45.5 35 52 26.5 52 14.5 52 7 49.5
5.2 44.5Z`}
      />
      <path fill={eye} d="M17 37.2a2.1 2.1 0 1 0-4.2 0 2.1 2.1 0 0 0 4.2 0Z" />
    </svg>
  );
}
