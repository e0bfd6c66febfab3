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
# edit         never; has positions given piece by piece, as Fairy-Max has them
# ancient      the same, and speaks version 1 of the protocol: no features, no ping, and moves with their number
mode=$1 panoply=$2
shift 2
args=("$@") moves=() mine=0 playing=0
# The position given by the edit dialogue: pieces by square, pieces in hand, and the colour of what comes next.
declare -A board=()
hand='' color=white editing=0 turn=w position=()

# One line of the edit dialogue.
edit() {
    local piece=${1:0:1} square=${1:1:2}
    [[ $color == white ]] || piece=${piece,,}
    case $1 in
    '#') board=() hand='' ;;
    c) [[ $color == white ]] && color=black || color=white ;;
    .) editing=0 position=(--fen "$(fen)") ;;
    x??) unset "board[$square]" ;;
    ?@?) for ((n = ${1:2}; n > 0; n--)); do hand+=$piece; done ;;
    ???+) board[$square]=$piece'~' ;;
    *) board[$square]=$piece ;;
    esac
}

# The position as a FEN, with the castling rights of Kings and Rooks that stand where they began.
fen() {
    local text='' rights='' rank file piece empty
    for rank in 8 7 6 5 4 3 2 1; do
        empty=0
        for file in a b c d e f g h; do
            piece=${board[$file$rank]}
            if [[ -z $piece ]]; then
                empty=$((empty + 1))
                continue
            fi
            ((empty == 0)) || text+=$empty
            text+=$piece empty=0
        done
        ((empty == 0)) || text+=$empty
        text+=/
    done
    [[ ${board[e1]} != K || ${board[h1]} != R ]] || rights+=K
    [[ ${board[e1]} != K || ${board[a1]} != R ]] || rights+=Q
    [[ ${board[e8]} != k || ${board[h8]} != r ]] || rights+=k
    [[ ${board[e8]} != k || ${board[a8]} != r ]] || rights+=q
    text=${text%/}
    [[ $variant != crazyhouse ]] || text+="[$hand]"
    echo "$text $turn ${rights:--} - 0 1"
}

pick() {
    local legal
    read -r -a legal <<<"$("$panoply" moves "${args[@]}" "${position[@]}" "${moves[@]}" | sed -n 's/^legal [0-9]* *//p')"
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
    if [[ $mode == ancient ]]; then echo "$mine. ... $move"; else echo "move $move"; fi
}

variant=normal
while read -r line; do
    if ((editing)); then
        edit "$line"
        continue
    fi
    case $mode/$line in
    ancient/protover*) echo 'Error (unknown command): protover'; continue ;;
    edit/protover*) echo 'feature ping=1 setboard=0 xedit=1 variants="normal,crazyhouse" done=1'; continue ;;
    ancient/ping*) echo 'Error (unknown command): ping'; continue ;;
    edit/setboard* | ancient/setboard*) echo "Error (unknown command): $line"; continue ;;
    # The only way to give Black the move before the pieces are put up.
    edit/a2a3 | ancient/a2a3)
        if ((playing || ${#moves[@]} || ${#position[@]})); then line="usermove $line"; else turn=b; fi
        ;;
    edit/[a-h][1-8][a-h][1-8]* | ancient/[a-h][1-8][a-h][1-8]* | edit/[A-Z]@* | ancient/[A-Z]@*)
        line="usermove $line"
        ;;
    esac
    case $line in
    edit) editing=1 color=white ;;
    xboard) ;;
    protover*)
        if [[ $mode == slow ]]; then echo 'feature done=0'; sleep 30; fi
        echo 'feature ping=1 setboard=1 usermove=1 reuse=1 colors=0 name=1 nps=1 myname="test engine"'
        echo 'feature variants="normal,crazyhouse" done=1'
        ;;
    ping*) [[ $mode == no-pong ]] || echo "pong ${line#ping }" ;;
    new) moves=() mine=0 playing=0 position=() turn=w variant=normal board=() hand='' ;;
    variant*) variant=${line#variant } ;;
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
