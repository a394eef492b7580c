import type { EnMessage } from '../../i18n/message';

/** Words of the pages about the game: making a table, how to play. */
export const en = {
  'preset.schmier.standard.1': 'Six players, partners opposite; bid for six points.',
  'preset.schmier.standard.2': 'Bauers and joker are trumps; to {=21}.',
  'field.schmier.target': 'Points that win',
  'field.schmier.target.help': 'A team that reaches them after a hand ends the game.',
  'field.schmier.max_hands': 'Hands at most',
  'field.schmier.max_hands.help': 'After so many the highest total wins.',

  'example.schmier.made': 'Bid {bid}; the team took high, low, both bauers and game.',
  'example.schmier.missed': 'Bid {bid}; the team took only high, left bauer and joker.',
  'example.schmier.other': 'Another team bid; this one took low.',

  'how.schmier.table.1':
    'Six players, three teams of two; partners sit opposite. Play goes round to the left. Everybody gets {=6} cards; the other {=17} of the pack of {=53} stay with the dealer.',
  'how.schmier.table.2': 'Each hand gives out six points. The first team to {target} wins.',
  'how.schmier.trumps': 'The trumps',
  'how.schmier.trumps.1':
    'Fifteen cards, from high to low, when hearts are trump. The right bauer is the jack of trump, the left bauer the other jack of its colour; the joker is the lowest trump.',
  'how.schmier.trumps.2':
    'Both bauers and the joker are trumps for every purpose. The other suits go from ace to two.',
  'how.schmier.auction.1':
    'From the dealer’s left everybody speaks once: a bid of {=3} to {=6} points, higher than the last, or a pass. A bid of {=6} ends it at once. If all pass, the same dealer deals again.',
  'how.schmier.auction.2': 'The winner is the bidder, names the trump and leads.',
  'how.schmier.discard': 'Throwing away',
  'how.schmier.discard.1':
    'From the dealer’s left everybody may change up to {=3} plain cards for cards of the stock; trumps stay. Then the dealer takes all that is left and goes back to {=6} cards.',
  'how.schmier.discard.2':
    'A dealer with more than six trumps throws every plain card and the excess trumps, but never the ace, the bauers, the two or the joker. So the five named trumps are always in play.',
  'how.schmier.play.1':
    'Follow the suit led if you can: a trump lead calls for any trump. Otherwise play anything. The highest trump wins, else the highest card of the suit led.',
  'how.schmier.points': 'The six points',
  'how.schmier.high': 'To the team that plays the ace of trump.',
  'how.schmier.low': 'To the team that plays the two of trump, whoever wins the trick.',
  'how.schmier.right': 'To the team that wins the trick with the jack of trump.',
  'how.schmier.left': 'To the team that wins the trick with the other jack of its colour.',
  'how.schmier.joker': 'To the team that wins the trick with the joker.',
  'how.schmier.game':
    'To the team whose tricks hold most: ace {=4}, king {=3}, queen {=2}, jack {=1}, ten {=10}, joker {=1}. A tie: nobody.',
  'how.schmier.score.1':
    'The bidder’s team scores all it took if that is at least its bid; otherwise it loses the bid. The other teams score what they took.',
  'how.schmier.end.1':
    'When teams reach {target} in the same hand, the highest total wins; if equal, the bidder’s team; else another hand is played.',
  'how.schmier.albanian': 'In Albanian',
  'how.schmier.albanian.1': 'The game comes to us from an Albanian rule book. Its words:',
  'how.schmier.word': 'Here',
  'how.schmier.trump': 'Trump',
  'how.schmier.bid': 'Bid',
  'how.schmier.bidder': 'Bidder',
} as const satisfies Record<string, EnMessage>;
