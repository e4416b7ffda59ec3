/** Ports of the members module: SMS provider, WeChat OAuth, and the modules above. */
import type { AgreementVersions } from "@yunjing/contract/agreements";
import type { Me } from "@yunjing/contract/schemas/member";
import type { Tx } from "../../platform/database/pool.ts";

export interface SmsSender {
  /**
   * Sends one message. Messages with the same `dedupeKey` are sent once. Throws Outage when it is
   * not certain that the provider accepted the message: the same call may then be repeated.
   */
  send(message: {
    phone: string;
    text: string;
    /** The code inside the text, for providers that send by template. */
    code?: string;
    dedupeKey: string;
  }): Promise<void>;
}

/** A WeChat user as identified to our account. */
export type WechatPerson = {
  readonly openid: string;
  /** Only indicates that two openids are one person. */
  readonly unionid: string | undefined;
  /** Gives access to the profile for two hours, where the scope allows it; never stored. */
  readonly accessToken: string;
};

/**
 * `snsapi_base` returns the openid without asking the user; `snsapi_userinfo` asks for consent to
 * nickname and avatar.
 */
export type WechatScope = "snsapi_base" | "snsapi_userinfo";

/** WeChat's login page, and the two API calls behind it. */
export interface WechatOAuth {
  readonly appId: string;
  /** True when its page opens in any browser, as the sandbox's does. */
  readonly opensInAnyBrowser: boolean;
  /**
   * Returns the page to send a browser to; `ownOrigin` is this site's, where WeChat sends the
   * browser back to.
   */
  pageUrl(ask: { ownOrigin: string; state: string; scope: WechatScope }): string;
  /**
   * Exchanges a code for its user; works once. `refused`: unknown, used or expired. `snapshot`: a
   * user who only previews the page, with a temporary openid. Throws Outage when the response is
   * unknown.
   */
  exchange(code: string): Promise<WechatPerson | "refused" | "snapshot">;
  /**
   * Returns nickname and avatar; an avatar that our pages may not show is left out. Throws Outage.
   */
  profile(
    person: WechatPerson,
  ): Promise<{ nickname: string; avatarUrl: string | undefined } | "refused">;
}

/** Requires one more proof before a login identity changes, for members with assets at risk. */
export interface IdentityProofs {
  /** Returns true for members with money in the wallet or a pay password. */
  isNeeded(memberId: string): Promise<boolean>;
  /** Consumes a proof; false when it is invalid, or for another action or time. */
  consume(tx: Tx, proof: { memberId: string; stepUp: string }): Promise<boolean>;
  /**
   * Returns whether a code to the phone that is to be replaced has just proved the requester;
   * consumes nothing.
   */
  isPhoneProved(memberId: string, stepUp: string): Promise<boolean>;
  /** Consumes that proof; false like `consume`. */
  consumePhoneProof(tx: Tx, proof: { memberId: string; stepUp: string }): Promise<boolean>;
}

/** Called when a member changes the profile, in the transaction of the change. */
export interface ProfileListener {
  /** Returns whether a valid nickname has words that are denied. */
  isDenied(tx: Tx, nickname: string): Promise<boolean>;
  onRenamed(tx: Tx, change: { memberId: string; nickname: string }): Promise<void>;
  /** The picture is an uploaded file. */
  onPictured(tx: Tx, change: { memberId: string; fileId: string }): Promise<void>;
}

/** Data about a new member at registration. Only the phone is proved. */
export type Newcomer = {
  readonly memberId: string;
  /** From the login request; may be invalid. */
  readonly inviteCode: string | undefined;
  readonly channel: "sms" | "wechat";
  /** The phone, where the code has proved it. */
  readonly phone?: string;
  /** The device id from the device, and the network address of the login. */
  readonly device: string;
  readonly address: string;
  /** The browser's User-Agent. */
  readonly agent?: string;
};

/**
 * Called for a new member, in the transaction that creates the member. Refuses RISK_REFUSED only,
 * and the member is not created: a login of a member never fails on it.
 */
export interface NewcomerListener {
  onRegistered(tx: Tx, newcomer: Newcomer): Promise<void>;
}

/** Reads a member's assets from the modules above. Money in fen. */
export interface AssetReader {
  assetsOf(memberId: string): Promise<{
    points: { available: number; pending: number; expiring: number; debt: number };
    balance: { principal: number; bonus: number; reward: number; held: number };
    coupons: number;
    cards: number;
    unread: number;
  }>;
}

/**
 * Returns the invite code for a member's links and posters; the module above creates it when first
 * needed.
 */
export interface InviteCodes {
  codeOf(memberId: string): Promise<string>;
}

/** Returns the progress of a request to close the account; undefined when none is open. */
export interface ClosingReader {
  closingOf(memberId: string): Promise<Me["closing"]>;
}

/** Reads the agreements of the module above. */
export interface TermsReader {
  /** Returns the versions in force, and the oldest ones whose acceptance is enough. */
  termsInForce(): Promise<{
    readonly current: AgreementVersions;
    readonly required: AgreementVersions;
  }>;
}

/** Reads a member's level from the module above. */
export interface LevelReader {
  levelOf(memberId: string): Promise<Me["level"]>;
}
