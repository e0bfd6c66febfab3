#!/usr/bin/env bash
# An engine for tests of the referee. It plays legal moves, which it asks `panoply moves` for, until it misbehaves:
#
#   engine.sh MODE PANOPLY [OPTIONS OF panoply moves]
#
# good         never                                uci          never, and speaks UCI
# hang         stops moving                         late         moves too late
# die          ends                                 close        closes its output but goes on
# flood        writes without end                   illegal      plays an illegal move
# garbage      plays no move at all                 claim-win    claims a win that is none
# claim-draw   claims a draw that is none           claim-illegal calls a legal move illegal
# ignore-quit  does not end when told to            slow         gets ready too late
# no-pong      does not answer the first ping       resign       resigns
# stderr       dies with a message on the error output
mode=$1 panoply=$2
shift 2
args=("$@") moves=() mine=0 playing=0

pick() {
    local legal
    read -r -a legal <<<"$("$panoply" moves "${args[@]}" "${moves[@]}" | sed -n 's/^legal [0-9]* *//p')"
    move=${legal[$((${#moves[@]} * 7 % ${#legal[@]}))]}
}

misbehave() {
    case $mode in
    hang) return 0 ;;
    late) sleep 2; return 1 ;;
    die) exit 3 ;;
    stderr) echo 'assertion failed: the sky is blue' >&2; exit 101 ;;
    close) exec >&-; sleep 60; exit ;;
    flood) while :; do echo 'what a wonderful world'; done ;;
    illegal) echo 'move a1h8' ;;
    garbage) echo 'move to the left' ;;
    claim-win) if ((${#moves[@]} % 2)); then echo '0-1 {Black mates}'; else echo '1-0 {White mates}'; fi ;;
    claim-draw) echo '1/2-1/2 {Draw by repetition}' ;;
    claim-illegal) echo "Illegal move: ${moves[-1]}" ;;
    resign) echo resign ;;
    *) return 1 ;;
    esac
}

reply() {
    mine=$((mine + 1))
    if ((mine == 2)) && misbehave; then return; fi
    pick
    moves+=("$move")
    echo "3 $((mine * 10)) 1 100 $move"
    echo "move $move"
}

while read -r line; do
    case $line in
    xboard) ;;
    protover*)
        if [[ $mode == slow ]]; then echo 'feature done=0'; sleep 30; fi
        echo 'feature ping=1 setboard=1 usermove=1 reuse=1 colors=0 name=1 nps=1 myname="test engine"'
        echo 'feature variants="normal,crazyhouse" done=1'
        ;;
    ping*) [[ $mode == no-pong ]] || echo "pong ${line#ping }" ;;
    new) moves=() mine=0 playing=0 ;;
    force) playing=0 ;;
    go) playing=1; reply ;;
    usermove*)
        moves+=("${line#usermove }")
        if ((playing)); then reply; fi
        ;;
    quit) if [[ $mode == ignore-quit ]]; then trap '' TERM; sleep 60; fi; exit 0 ;;
    uci) echo 'option name UCI_Variant type combo default chess var chess'; echo uciok ;;
    isready) echo readyok ;;
    position*)
        moves=()
        if [[ $line == *' moves '* ]]; then read -r -a moves <<<"${line#* moves }"; fi
        ;;
    'go '*) pick; echo "info depth 3 score cp 25 pv $move"; echo "bestmove $move" ;;
    esac
done
