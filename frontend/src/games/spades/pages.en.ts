import type { EnMessage } from '../../i18n/message';

/** Words of the pages about the game: making a table, how to play. */
export const en = {
  'preset.spades.two_player.1': 'No deal: each picks thirteen cards from the stock.',
  'preset.spades.two_player.2': 'Spades are trump; bid your tricks, mind the bags; to {=500}.',
  'field.spades.target': 'Points that win',
  'field.spades.target.help': 'Whoever reaches them after a hand ends the game.',
  'field.spades.max_hands': 'Hands at most',
  'field.spades.max_hands.help': 'After so many the higher total wins.',

  'example.spades.made': 'Bid {bid}, took {took}.',
  'example.spades.missed': 'Bid {bid}, took {took}.',
  'example.spades.bags': 'Bid {bid}, took {took}, with {bags} bags from before.',
  'example.spades.nil': 'Nil, and no trick taken.',

  'how.spades.table.1':
    'Two players and {=52} cards; the ace is high, spades are always trump. Game to {target}.',
  'how.spades.table.2':
    'One is the first player and draws first; the other bids first and leads. After each hand they change over.',
  'how.spades.draft': 'The draft',
  'how.spades.draft.1':
    'Nothing is dealt. In turn, look at the top card of the stock: keep it, and the next card goes aside unseen by anybody; or decline it, and you must take the next.',
  'how.spades.draft.2': 'After {=26} turns both hold {=13}; the other {=26} lie aside.',
  'how.spades.double.1':
    'Before your own first card you may declare double nil: not one trick, announced blind. After the draft you may exchange up to {=3} cards for random ones of the discards.',
  'how.spades.bids': 'Bids',
  'how.spades.bids.1':
    'The second player, then the first: any number from {=0} to {=13}. Zero is nil. Bids need not rise and nobody passes.',
  'how.spades.play.1':
    'Follow suit if you can; otherwise play anything. The highest spade wins, else the highest card of the suit led. The winner leads.',
  'how.spades.play.2':
    'Spades may not be led until they are broken: played on another suit, or led from a hand of spades alone.',
  'how.spades.pay.bid': 'Bid of n',
  'how.spades.bags.1':
    'Every trick over the bid is a bag and counts {=1}. Each {=10} bags gathered over the game cost {=100}; the rest is carried on. The tricks of a failed nil are no bags.',
  'how.spades.end.1':
    'At {target} or more after a hand the game ends; if both are there, the higher total wins; if equal, another hand is played.',
} as const satisfies Record<string, EnMessage>;
