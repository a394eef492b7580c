import type { EnMessage } from './message';

/** Words about the people at a running table: who plays, who watches, whose hands may be opened. */
export const en = {
  'people.title': 'People at the table',
  'people.plays': 'Playing',
  'people.away': 'Away',
  'people.driven': 'The computer sits in',
  'people.left': 'Has left; the computer plays the seat',
  'people.computer': 'Computer',
  'people.you': 'You',
  'people.host': 'Host',
  'people.kick.sure':
    'Remove {name}? The computer plays the seat, and {name} cannot come back to this table.',
  'people.bot': 'Give the seat to the computer',
  'people.bot.sure': 'Give the seat to the computer for good? {name} can then no longer take it back.',
  'people.watchers': 'Watching: {n}',
  'seat.manage': 'what the host can do',

  'watch.label': 'Watching',
  'watch.from': 'Watching from {name}’s side',
  'watch.left': 'You left; the computer plays for you.',

  'fair.later': 'Watchers can check the deal when the game is over.',

  'hands.title': 'The hands of round {n}',
  'hands.show': 'Show the hands of round {n}',
  'hands.help': 'Tap a round to see everybody’s cards.',
  'hands.back': 'Back to the score sheet',
  'hands.loading': 'Opening the hands…',
  'hands.missing': 'This round’s cards are not open yet.',
  'hands.of': 'Hand of {name}',
  'hands.stock': 'Stock',
  'hands.tricks': 'Trick by trick',
  'hands.trick': 'Trick {n}',
  'hands.thrown': 'Thrown in before: deal {n}',
} as const satisfies Record<string, EnMessage>;
