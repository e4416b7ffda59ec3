/** The whale of the brand; `look` light is for dark grounds. */
export function Whale(props: { readonly look?: "light" | "dark"; readonly size?: number }) {
  const isLight = props.look === "light";
  return (
    <svg
      viewBox="0 0 68 64"
      width={props.size ?? 40}
      height={props.size ?? 40}
      aria-hidden="true"
      data-whale=""
    >
      <path
        d="M4 39C3.500 31 8.500 26.500 14.500 26.500 15.500 19 22 14.500 28.500 16 34 13.500 41 17.500 42 24.500 46.500 26.500 51.500 24.500 52.500 18.500 48 18 45 15 44.800 10.200 49 9.800 52.500 11.200 54.400 14.200 56.300 11.200 59.800 9.800 64 10.200 63.600 15.200 60.500 18.200 56.800 18.600 57.500 36 47 52 27 52 13 52 4.600 47.500 4 39Z"
        fill={isLight ? "#fff" : "#0f4b77"}
      />
      <path
        d="M5.200 44.500C10 48 18 49 26 46.800 33 45 39 41 43 35.500 42.500 45.500 35 52 26.500 52 14.500 52 7 49.500 5.200 44.500Z"
        fill={isLight ? "#6fa6cd" : "#bcd6e8"}
      />
      <path
        d="M17 37.200a2.100 2.100 0 1 0-4.200 0 2.100 2.100 0 0 0 4.200 0Z"
        fill={isLight ? "#071c2e" : "#fff"}
      />
    </svg>
  );
}
