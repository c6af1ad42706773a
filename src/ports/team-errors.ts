/** Errors of the users of the console: part of `errorKinds`. */
export const teamErrors = {
  identity_refused: {
    status: 403,
    title: 'Identity may not sign in',
    hint: 'The identity provider must have verified the email address, its domain must be allowed, and it must be that of a user or an invitation, unless VITRINE_OIDC_DEFAULT_ROLE is set.',
  },
  provider_unavailable: {
    status: 502,
    title: 'Identity provider cannot be reached',
    hint: 'Check VITRINE_OIDC_ISSUER. Users can sign in with their passwords.',
  },
  user_not_found: {
    status: 404,
    title: 'No such user of the console',
    hint: 'List the users in the console.',
  },
  user_exists: {
    status: 409,
    title: 'Email address is taken',
    hint: 'Change the existing user, or use another address.',
  },
  last_owner: {
    status: 409,
    title: 'The last owner must stay',
    hint: 'Make another user an owner first.',
  },
  too_many_users: {
    status: 409,
    title: 'Too many users or invitations',
    hint: 'Remove users, or revoke invitations. See the limits.',
  },
  invitation_not_found: {
    status: 404,
    title: 'No such invitation',
    hint: 'List the invitations in the console.',
  },
  invitation_invalid: {
    status: 410,
    title: 'Link is not valid',
    hint: 'A link works once, for seven days. Ask an owner for a new one.',
  },
} as const;
