import type { EnMessage } from '../i18n/message';

/** Words that more than one game uses. */
export const en = {
  'team.0': 'Team Sun',
  'team.1': 'Team Moon',
  'team.2': 'Team Palm',
  'team.total': '{team}: {n}',
  'team.mine': 'your team',

  'pick.full': {
    by: 'n',
    one: 'No more than {n} card.',
    other: 'No more than {n} cards.',
  },
  'pick.chosen': 'Chosen {picked}',

  'play.lead.me': 'Your turn: lead any card',
  'play.follow.me': 'Your turn: follow {suit}',
  'play.any.me': 'Your turn: play any card',
  'play.turn': '{name} to play',
  'play.over': 'The game is over',
  'play.made': 'made',

  'no.not_a_plain_card': '{card} is a trump: trumps stay in the hand.',
  'no.must_keep': '{card} must stay in play.',
  'no.must_discard': '{card} has to go as well: every plain card goes first.',
  'no.duplicate_card': '{card} was named twice.',
  'no.wrong_count': 'From {low} to {high} cards.',
  'no.wrong_phase': 'It is not the time for that.',
  'no.bad_action': 'That move is not complete ({field}).',

  'title.winner': 'Winner',
  'title.winners': 'Winners',
} as const satisfies Record<string, EnMessage>;
