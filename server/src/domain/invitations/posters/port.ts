/** What posters ask of the rooms beside them. */

/** Whose poster it is: what is drawn of a member and nothing more. Undefined when the member is gone. */
export interface PosterMemberReader {
  posterMemberOf(memberId: string): Promise<PosterMember | undefined>;
}

export type PosterMember = {
  /** The member's own name, whole: the poster is theirs. */
  readonly nickname: string;
  /** What binds a newcomer to this member; a member without one shares the plain address. */
  readonly inviteCode: string | undefined;
};
