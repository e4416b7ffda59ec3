/** The port of a provider that screens texts and pictures. */

export type Screened =
  | { readonly kind: "text"; readonly text: string }
  /** The picture in base64, and its media type. */
  | { readonly kind: "picture"; readonly type: string; readonly base64: string };

/** `review`: a person decides. `unknown`: no certain answer; the same number may be asked again. */
export type Verdict =
  | { readonly state: "pass" }
  | { readonly state: "review" | "reject"; readonly label: string }
  | { readonly state: "unknown"; readonly reason: string };

export interface Screener {
  /** Safe to repeat under the same number. Never throws. */
  screen(requestNo: string, subject: Screened): Promise<Verdict>;
}
