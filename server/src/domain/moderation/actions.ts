/** The public actions of the moderation module. */
export { decideCase, moderationHandlers } from "./actions/decide.ts";
export { eraseModeratedNames } from "./store.ts";
export {
  isNameDenied,
  moderateAvatar,
  moderateName,
  moderationSubscriber,
  shownToOthers,
} from "./actions/open.ts";
export {
  casePage,
  caseStateOf,
  setWord,
  shownCases,
  wordList,
  wordStateOf,
} from "./actions/read.ts";
