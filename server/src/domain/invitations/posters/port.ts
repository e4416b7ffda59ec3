/** What posters ask of the rooms beside them. */

import type { Portrait } from "./model.ts";

/** Whose poster it is: what is drawn of a member and nothing more. Undefined when the member is gone. */
export interface PosterMemberReader {
  posterMemberOf(memberId: string): Promise<PosterMember | undefined>;
}

export type PosterMember = {
  /** The member's own name, whole: the poster is theirs. */
  readonly nickname: string;
  /** What binds a newcomer to this member; a member without one shares the plain address. */
  readonly inviteCode: string | undefined;
  /** Their own picture, if they have chosen one. */
  readonly portrait?: Portrait | undefined;
};
