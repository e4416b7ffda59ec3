/**
 * Parses a pasted address: name, mobile number, region and detail in any order, with or without
 * labels. Pure; its only data is the region tree. It leaves a field empty rather than guess: the
 * member sees and completes the form.
 */
import type { Recognised } from "@yunjing/contract/schemas/addresses";
import { type Regions, regionText } from "../model.ts";
import { nameAtEnd, nameScore, startsWithSurname } from "./name.ts";
import { type Match, regionReaderOf } from "./region.ts";

const MOBILE =
  /(?<!\d)(?:(?:\+|00)?86[\s-]*)?(1[3-9]\d)[\s.-]*(\d{4})[\s.-]*(\d{4})(?:\s*(?:转|-)\s*\d{1,6})?(?!\d)/u;
/** Landlines and hotlines. They cannot receive an SMS, so they are not used as the phone. */
const LANDLINE =
  /(?<!\d)(?:\(?0\d{2,3}\)?[\s-]*\d{7,8}|[48]00[\s-]*\d{3}[\s-]*\d{4})(?:[\s-]*\d{1,6})?(?!\d)/gu;
const PHONE_LABEL =
  /(?:收货人?|收件人?|联系)?(?:手机号码|手机号|手机|联系方式|联系电话|电话号码|电话|号码|tel|phone|mobile)\s*[:：]?\s*(?=[\d+(*\s]|$)/giu;
const PLACE_LABEL =
  /(?:所在地区|所在区域|省市区|地区|详细地址|收货地址|收件地址|配送地址|街道地址|地址|address)\s*[:：]\s*|(?:^|(?<=[\s,，;；\n]))(?:所在地区|详细地址|收货地址|收件地址|地址)\s*/giu;
const POSTCODE = /(?:邮政编码|邮编)\s*[:：]?\s*\d{6}|(?<![\d\w])\d{6}(?=[\s,，;；]|$)/gu;
const NAME_LABEL =
  /(?:收货人姓名|收件人姓名|收货人|收件人|联系人|姓名|名字|name)\s*[:：]?\s*([^\s,，;；:：\d]{1,20})/iu;
const BREAKS = /[\s,，;；。|｜:：]+/u;
/** Maximum length in characters of a name that is cut off in front of a region in the same word. */
const NAME_LENGTH_MAX = 4;
const LATIN_JOINT = /[A-Za-z0-9]$/u;

type RegionPosition = Match & { readonly word: number; readonly from: number };

/** Joins words as they were written, without the spaces that Chinese text does not need. */
const joined = (words: readonly string[]): string =>
  words.reduce((whole, word) => {
    const needsSpace = LATIN_JOINT.test(whole) && /^[A-Za-z0-9]/u.test(word);
    return whole === "" ? word : `${whole}${needsSpace ? " " : ""}${word}`;
  }, "");

function extractPhone(text: string): { readonly phone?: string; readonly rest: string } {
  const found = MOBILE.exec(text);
  const rest = text.replace(found?.[0] ?? "\u0000", "\n").replace(LANDLINE, "\n");
  return found ? { phone: found.slice(1, 4).join(""), rest } : { rest };
}

function extractLabelledName(text: string): { readonly name?: string; readonly rest: string } {
  const found = NAME_LABEL.exec(text);
  const name = found?.[1];
  if (!found || name === undefined || nameScore(name) === 0) {
    return { rest: text.replace(NAME_LABEL, (all, word: string) => `\n${all === "" ? "" : word}`) };
  }
  return { name, rest: text.replace(found[0], "\n") };
}

/**
 * Finds the best match of a region among the words and its position: at the start of a word, or
 * after a name written directly before it.
 */
function findRegion(
  words: readonly string[],
  regionAt: (text: string, from: number) => Match,
): RegionPosition | undefined {
  let best: RegionPosition | undefined;
  words.forEach((word, at) => {
    const text = words.slice(at).join(" ");
    const last = Math.min(NAME_LENGTH_MAX, word.length - 2);
    for (let from = 0; from <= last; from++) {
      if (from > 0 && (from < 2 || !startsWithSurname(word))) continue;
      const match = regionAt(text, from);
      if (match.codes.length === 0) continue;
      const length = match.end - from;
      const isBetter = !best || length > best.end - best.from;
      // A match at a later word can only be part of the best match so far.
      if (isBetter) best = { ...match, word: at, from };
    }
  });
  return best;
}

/**
 * Returns the words before the region, those after it, and the text written directly before it in
 * the same word.
 */
function partsOf(words: readonly string[], place: RegionPosition | undefined) {
  if (!place) return { before: [...words], after: [] };
  const text = words.slice(place.word).join(" ");
  const glued = text.slice(0, place.from);
  return {
    before: [...words.slice(0, place.word), ...(glued === "" ? [] : [glued])],
    after: text.slice(place.end).split(" ").filter(Boolean),
  };
}

/** Removes the most likely name from the words; a word at either end of the text is more likely. */
function extractName(before: readonly string[], after: readonly string[]) {
  const all = [...before, ...after];
  const isPlaced = after.length > 0;
  let best: { readonly at: number; readonly score: number } | undefined;
  all.forEach((word, at) => {
    const plain = nameScore(word);
    if (plain === 0) return;
    // The first word after the region is the detail, unless there is no other word.
    const isDetail = isPlaced && at === before.length && after.length > 0;
    const score = plain + (at === 0 || at === all.length - 1 ? 1 : 0) - (isDetail ? 3 : 0);
    if (!best || score > best.score) best = { at, score };
  });
  const chosen: { readonly at: number; readonly score: number } | undefined = best;
  if (!chosen || chosen.score < 2) return { rest: all };
  return { name: all[chosen.at], rest: all.filter((_, at) => at !== chosen.at) };
}

export function recogniserOf(regions: Regions): (text: string) => Recognised {
  const regionAt = regionReaderOf(regions);
  return (pasted) => {
    const plain = pasted.normalize("NFKC").replace(/\p{C}/gu, "\n");
    const { phone, rest: unphoned } = extractPhone(plain.replace(PHONE_LABEL, "\n"));
    const unlabelled = unphoned.replace(PLACE_LABEL, "\n").replace(POSTCODE, "\n");
    const { name: labelled, rest } = extractLabelledName(unlabelled);
    const words = rest.split(BREAKS).filter(Boolean);
    const place = findRegion(words, regionAt);
    const { before, after } = partsOf(words, place);
    const named =
      labelled === undefined
        ? extractName(before, after)
        : { name: labelled, rest: [...before, ...after] };
    let detail = joined(named.rest).replace(/^[-—()（）]+|[-—]+$/gu, "");
    let name = named.name;
    const glued = name === undefined ? nameAtEnd(detail) : -1;
    if (glued >= 0) {
      name = detail.slice(glued);
      detail = detail.slice(0, glued);
    }
    const regionCodes = [...(place?.codes ?? [])];
    return {
      ...(name === undefined ? {} : { name: name.slice(0, 20) }),
      ...(phone === undefined ? {} : { phone }),
      regionCodes,
      region: regionText(regions, regionCodes),
      isRegionWhole: regions.isCompletePath(regionCodes),
      ...(detail.length < 2 ? {} : { detail: detail.slice(0, 100) }),
    };
  };
}
