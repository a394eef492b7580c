"""A sensible player, from its views alone; and the clock's move for a seat that let its time run out."""

from __future__ import annotations

from typing import Any

from engine.cards import CARD, FULL, SUIT_MASK, SUITS, cards, mask
from engine.estimation.odds import tricks, worth
from engine.estimation.state import TRUMPS
from engine.game import Action

__all__ = ["choose", "safe"]

View = dict[str, Any]
PULL=0.5; OFFS=0.2; BIDOFF=0.4
MODE=1

def choose(public: View, own: View) -> Action:
    hand = mask(CARD[card] for card in own["hand"])
    match public["phase"]:
        case "avoid":
            return {"type": "avoid"}
        case "dash_call":
            return _dash_call(public, hand)
        case "auction":
            return _bid(public, own, hand)
        case "estimate":
            return _estimate(public, own, hand)
        case _:
            return _play(public, own, hand)

def _dash_call(public,hand):
    most=max(tricks(hand, FULL&~hand, s) for s in range(-1,4))
    return {"type": "dash_call"} if most<DASHT else {"type":"join"}
DASHT=0.9

def _bid(public, own, hand):
    legal=own["legal"]
    standing=public["bid"]
    values={t: tricks(hand, FULL&~hand, SUITS.index(t) if t!="NT" else -1) for t in TRUMPS}
    options=[]
    for t,v in values.items():
        n=round(v+BIDOFF)
        if n>=4:
            options.append((v,n,t))
    options.sort(reverse=True)
    for v,n,t in options:
        a={"type":"bid","tricks":n,"trump":t}
        if a in legal: return a
    if standing is None and public["attempt"]>=2:
        t=max(values,key=values.get)
        return next(a for a in legal if a["type"]=="bid" and a["trump"]==t)
    return {"type":"pass"}

def _estimate(public, own, hand):
    legal=[a["tricks"] for a in own["legal"]]
    t=public["trump"]
    trump=SUITS.index(t) if t!="NT" else -1
    v=tricks(hand, FULL&~hand, trump)+OFFS
    said=[e for e in public["estimates"] if e is not None]
    left=13-public["total"]
    others=4-len(said)
    if len(said)==3:
        v+=PULL*(left-v)
    elif said:
        v+=PULL*len(said)/3*(left/others-v)
    best=min(legal,key=lambda n:(abs(n-v)))
    return {"type":"estimate","tricks":best}

def _play(public, own, hand):
    t=public["trump"]
    trump=SUITS.index(t) if t!="NT" else -1
    unseen=mask(CARD[c] for c in own["unseen"])
    legal=[CARD[a["card"]] for a in own["legal"]]
    seat=own["seat"]
    need=public["estimates"][seat]-public["taken"][seat]
    r=len(own["hand"])
    trick=[CARD[p["card"]] for p in public["trick"]]
    best=None
    for c in trick:
        if best is None or beats(c,best,trump): best=c
    others=sum(max(0,public["estimates"][i]-public["taken"][i]) for i in range(4) if i!=seat)
    W=worth(hand,unseen,trump)
    E=sum(W.values())
    k=math.exp(BETA*((r-others)-E)/r**RP)
    if FOLL: k0=k
    def adj(p,k=k): return p*k/(1-p+p*k)
    res=[]
    for c in legal:
        rest=hand&~(1<<c)
        p=chance(c,best,trick,unseen,trump,public,seat)
        e=sum(adj(x) for x in worth(rest,unseen,trump).values())
        res.append((c,p,e))
    if need<=0:
        return play(min(res,key=lambda x:(round(x[1],2)*WN+x[2],-rank(x[0]))))
    if need>=r:
        return play(max(res,key=lambda x:(x[1]*3+x[2],-rank(x[0]))))
    if MODE and trick and any(p>=.999 for _,p,_ in res):
        res=[x for x in res if x[1]>=.999]
    return play(min(res,key=lambda x:(abs(need-x[1]-x[2]+TS)-KP*x[1]+VAR*x[1]*(1-x[1]),rank(x[0]))))
TS=0.0;VAR=0.0
import math
BETA=0.0;RP=0.5;FOLL=0;WN=3
KP=0.0
def rank(c): return c%13
def play(x):
    from engine.cards import TEXT
    return {"type":"play","card":TEXT[x[0]]}
def beats(card,best,trump):
    s=card//13
    return card>best if s==best//13 else s==trump

def chance(c,best,trick,unseen,trump,public,seat):
    if best is not None and not beats(c,best,trump): return 0.0
    after=3-len(trick)
    if after==0: return 1.0
    s=c//13
    suit=SUIT_MASK[s]
    led=SUIT_MASK[trick[0]//13] if trick else suit
    higher=(unseen&suit)>>(c+1)<<(c+1)
    h=higher.bit_count()
    f=after/3
    tu=(unseen&SUIT_MASK[trump]).bit_count() if trump>=0 else 0
    from engine.estimation.odds import _shortest_over
    out=(unseen&led).bit_count()
    follow=_shortest_over(out,0)**f
    if s==trump and led!=suit:
        # ruffing
        return 1-(1-follow)*min(1,.35*h)*f
    if not h: base=1.0
    else: base=(1-f*HP)**h if after<3 else (1-HP3)**h
    if s!=trump and tu:
        base*=1-(1-follow)*min(1,.25*tu)*.8
    return base
HP=0.8;HP3=0.75

def safe(public: View, own: View) -> Action:
    """The safe action: `avoid`, `join`, `pass`, a sensible legal estimate, the lowest legal card."""
    legal: list[Action] = own["legal"]
    match public["phase"]:
        case "avoid":
            return {"type": "avoid"}
        case "dash_call":
            return {"type": "join"}
        case "auction":
            return {"type": "pass"}
        case "estimate":
            return choose(public,own)
        case _:
            return min(legal, key=lambda action: CARD[action["card"]] % 13)
