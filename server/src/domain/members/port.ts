/** What is asked of whoever carries text messages to a phone, and of the rooms above. */
import type { Me } from "@yunjing/contract/schemas/member";
import type { Tx } from "../../platform/database/pool.ts";

export interface SmsSender {
  /**
   * Hands one message over. Messages with the same `dedupeKey` are sent once. Throws Outage when
   * it is not sure that the message was taken: the same call may then be repeated.
   */
  send(message: {
    phone: string;
    text: string;
    /** The figure inside the text, for providers that send by template. */
    code?: string;
    dedupeKey: string;
  }): Promise<void>;
}

/** Somebody as WeChat names them to our account. */
export type WechatPerson = {
  readonly openid: string;
  /** Evidence that two openids are one person, and no more than that. */
  readonly unionid: string | undefined;
  /** Opens the profile for two hours, where the scope allows it; never kept. */
  readonly accessToken: string;
};

/** `snsapi_base` tells the openid without a question; `snsapi_userinfo` asks for nickname and avatar. */
export type WechatScope = "snsapi_base" | "snsapi_userinfo";

/** WeChat's login pages, and the two questions that are asked behind them. */
export interface WechatOAuth {
  readonly appId: string;
  /** True where its page opens in any browser, as the pretend one does. */
  readonly opensInAnyBrowser: boolean;
  /** The page a browser is sent to; `ownOrigin` is ours, where WeChat sends it back to. */
  pageUrl(ask: { ownOrigin: string; state: string; scope: WechatScope }): string;
  /**
   * Trades a code for whoever it stands for, which works once. `refused`: unknown, used or late. `snapshot`: somebody
   * who only previews the page, under an openid of nobody. Throws Outage when the answer is not known.
   */
  exchange(code: string): Promise<WechatPerson | "refused" | "snapshot">;
  /** Nickname and avatar; an avatar that no page of ours may show is left out. Throws Outage. */
  profile(
    person: WechatPerson,
  ): Promise<{ nickname: string; avatarUrl: string | undefined } | "refused">;
}

/** Asks for one more proof before a way into the account changes, where something is at stake. */
export interface IdentityProofs {
  /** True of members with money in the wallet or a pay password. */
  isNeeded(memberId: string): Promise<boolean>;
  /** Uses a proof up; false when it is none, or one of another act or time. */
  consume(tx: Tx, proof: { memberId: string; stepUp: string }): Promise<boolean>;
  /** Whether a code to the phone that is to be left has just proved who asks; uses nothing up. */
  isPhoneProved(memberId: string, stepUp: string): Promise<boolean>;
  /** Uses that proof up; false as `take`. */
  consumePhoneProof(tx: Tx, proof: { memberId: string; stepUp: string }): Promise<boolean>;
}

/** Told of what a member did to the profile, in the transaction that did it. */
export interface ProfileListener {
  onRenamed(tx: Tx, memberId: string): Promise<void>;
}

/** What is known of somebody at the moment they become a member. Nothing of it is proof of anything. */
export type Newcomer = {
  readonly memberId: string;
  /** As the login brought it; not yet known to be anybody's. */
  readonly inviteCode: string | undefined;
  readonly channel: "sms" | "wechat";
  /** The device's own id, and the address the login came from. */
  readonly device: string;
  readonly address: string;
  /** What the browser calls itself. */
  readonly agent?: string;
};

/** Told of whoever becomes a member, in the transaction that makes them one. Must not refuse: a login never fails on it. */
export interface NewcomerListener {
  onRegistered(tx: Tx, newcomer: Newcomer): Promise<void>;
}

/** What a member owns, told by the rooms above that keep it. Money in fen. */
export interface AssetReader {
  assetsOf(memberId: string): Promise<{
    points: { available: number; pending: number; expiring: number; debt: number };
    balance: { principal: number; bonus: number; reward: number; held: number };
    coupons: number;
    cards: number;
    unread: number;
  }>;
}

/** What links and posters of a member carry; made on first need by the room above. */
export interface InviteCodes {
  codeOf(memberId: string): Promise<string>;
}

/** How far a request to close the account is; undefined when none is open. */
export interface ClosingReader {
  closingOf(memberId: string): Promise<Me["closing"]>;
}

/** Where a member stands on the ladder, told by the room above that keeps it. */
export interface LevelReader {
  levelOf(memberId: string): Promise<Me["level"]>;
}
