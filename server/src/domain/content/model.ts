/**
 * Texts with versions. Terms: the draft is what operators write; a version is what was published,
 * in force from its start; version 0 is the installed text.
 */
import type { Agreement, AgreementKind } from "@yunjing/contract/schemas/agreements";
import { inducementText } from "../../platform/member-text.ts";

/** The texts that have a draft and versions, by name. */
export type VersionedTexts = { readonly [K in AgreementKind]: Agreement };
export type VersionedName = keyof VersionedTexts;

/** Why a text may not be published; `field` is its place in the text. */
export type TextFault = { readonly field: string; readonly text: string };

/** Returns the fault of words that must not stand in what members read. */
export function temptingIn(texts: readonly string[], field: string): TextFault | undefined {
  const text = inducementText(...texts);
  return text === undefined ? undefined : { field, text };
}

/** Returns the first reason why an agreement may not be published. */
export function agreementFault({ title, intro, sections }: Agreement): TextFault | undefined {
  if (title.trim() === "") return { field: "text.title", text: "还没有标题" };
  if (sections.length === 0) return { field: "text.sections", text: "还没有正文" };
  const untitled = sections.findIndex((section) => section.title.trim() === "");
  if (untitled >= 0)
    return { field: `text.sections.${untitled}`, text: `第 ${untitled + 1} 节还没有标题` };
  const empty = sections.find(({ text }) => text.every((line) => line.trim() === ""));
  if (empty)
    return {
      field: `text.sections.${sections.indexOf(empty)}`,
      text: `「${empty.title}」还没有内容`,
    };
  const lines = [
    title,
    intro,
    ...sections.flatMap(({ text, ...section }) => [section.title, ...text]),
  ];
  return temptingIn(lines, "text");
}
