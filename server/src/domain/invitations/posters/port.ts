/** What posters need from other modules. */

import type { Portrait } from "./model.ts";

/**
 * Reads the member data that a poster shows, and nothing more. Returns `undefined` when the member
 * no longer exists.
 */
export interface PosterMemberReader {
  posterMemberOf(memberId: string): Promise<PosterMember | undefined>;
}

export type PosterMember = {
  /** The member's own name, unmasked, because the member owns the poster. */
  readonly nickname: string;
  /**
   * The code that binds a newcomer to this member; a member without one shares the plain address.
   */
  readonly inviteCode: string | undefined;
  /** The member's own picture, if there is one. */
  readonly portrait?: Portrait | undefined;
};
