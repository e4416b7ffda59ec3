/** The default avatar of a member without a picture: sun, sea and the line between. */
export const DefaultAvatar = () => (
  <svg viewBox="0 0 64 64" aria-hidden="true">
    <path d="M0 0h64v64H0z" fill="var(--art-sea)" />
    <circle cx="36" cy="26" r="12" fill="var(--gold-400)" />
    <path d="M0 38c10-6 20-6 32 0s22 6 32 0v26H0z" fill="var(--sea-400)" />
    <path d="M0 46c12-5 22-3 34 2s20 4 30 0v16H0z" fill="var(--sea-700)" />
  </svg>
);
