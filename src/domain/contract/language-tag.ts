/** An RFC 5646 language tag; underscores are accepted. */
export const languageTag = /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*$/;
