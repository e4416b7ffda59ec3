/** What the test of the upgrade must know of the saved database, besides its rows. */

type Member = { readonly memberId: string; readonly token: string };
type Order = Member & { readonly orderNo: string };
type Paying = Order & { readonly outTradeNo: string };
type Refund = { readonly orderNo: string; readonly refundNo: string; readonly token: string };
type Withdrawal = Member & { readonly withdrawalNo: string };
type Meal = {
  readonly storeId: string;
  readonly eatType: "take_away";
  readonly slot: string;
  readonly menuHash: string;
  readonly contactPhone: string;
};

export type Facts = {
  /** The time of the copy. */
  readonly now: string;
  /** The topics that the build of the copy handled. */
  readonly topics: readonly string[];
  /** What members read, by member. */
  readonly pages: Readonly<Record<string, string>>;
  /** Each is queued, and its member has no message yet. */
  readonly events: readonly { readonly kind: string; readonly memberId: string }[];
  readonly login: {
    readonly token: string;
    readonly cookies: readonly (readonly [string, string])[];
  };
  readonly payPassword: Member & { readonly password: string };
  readonly memberSession: Member & { readonly session: string };
  readonly guestMeal: Meal & { readonly session: string };
  readonly freeCode: string;
  readonly multiUseCode: string;
  readonly draftBatch: string;
  readonly readyBatch: string;
  readonly voidApproval: { readonly batchId: string; readonly approvalId: string };
  readonly waitingOrder: Order;
  readonly leavingOrder: Order;
  readonly payingOrder: Paying;
  readonly unseenOrder: Paying;
  readonly cardOrder: Order;
  readonly queuedOrder: string;
  readonly sentOrder: string;
  readonly acceptedOrder: string;
  readonly unknownOrder: string;
  readonly openTopUp: Member & { readonly topUpNo: string; readonly outTradeNo: string };
  readonly refundingTopUp: Member & { readonly topUpNo: string };
  readonly waitingRefund: Refund;
  readonly halfApprovedRefund: Refund;
  readonly queuedRefund: Refund;
  readonly confirmingWithdrawal: Withdrawal & { readonly billNo: string };
  readonly reviewedWithdrawal: Withdrawal;
  readonly halfApprovedWithdrawal: Withdrawal;
  readonly settlement: { readonly approvalId: string };
  readonly approval: {
    readonly memberId: string;
    readonly approvalId: string;
    readonly amount: number;
  };
  readonly caseApproval: { readonly approvalId: string; readonly caseId: string };
  readonly openCase: string;
  readonly appeal: { readonly rewardId: string; readonly memberId: string };
  readonly claimable: string;
  readonly address: Pick<Member, "token"> & { readonly name: string };
  readonly files: Member & { readonly stored: string; readonly ticketed: string };
  readonly closingMember: Member;
  readonly lateMoney: { readonly from: string; readonly into: string; readonly fen: number };
};
