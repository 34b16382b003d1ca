"""Our games in OpenSpiel pass its own tests: random games, its API test, its playthrough.

They need the extra `adapters`.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="the extra `adapters` is not installed")
np = pytest.importorskip("numpy")

from open_spiel.integration_tests import api_test  # noqa: E402
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402
from open_spiel.python.tests import games_sim_test  # noqa: E402
from support.suite import announced  # noqa: E402

from referee.adapters import openspiel  # noqa: E402
from referee.adapters.position import NoWorldError, Table  # noqa: E402
from referee.util.errors import Faulty  # noqa: E402

pytestmark = pytest.mark.slow

with announced():
    openspiel.register("sindri")

HOUSE = "options=supplement:house"
GAMES: Mapping[str, str] = {
    "thunder": "referee_thunder",
    "odins_table": "referee_odins_table",
    "sindri": "referee_sindri(players=4)",
    "hammer_of_thor 2": f"referee_hammer_of_thor(players=2,moves=80,{HOUSE})",
    "hammer_of_thor 6": f"referee_hammer_of_thor(players=6,moves=80,{HOUSE})",
}
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@pytest.fixture(autouse=True)
def _announced() -> Any:
    """Sindri's Forge is there."""
    with announced():
        yield


@pytest.mark.every
@every_game
def test_its_random_games_find_nothing(game: str, capfd: pytest.CaptureFixture[str]) -> None:
    """In C++: actions and their masks, players, returns, histories, what is observed, clones and serialized states."""
    pyspiel.random_sim_test(pyspiel.load_game(game), num_sims=1, serialize=False, verbose=False)
    assert "Error" not in capfd.readouterr().err


@pytest.mark.every
@every_game
def test_its_simulations_find_nothing(game: str) -> None:
    """In Python: games and states are serialized, pickled and cloned, and each goes on as the one it was made of."""
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(game))


@pytest.mark.every
@every_game
def test_its_api_test_finds_nothing(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test of its own games, on some states of each of ours: every test of the class for large games."""
    sample = api_test.sample_some_states.sample_some_states
    monkeypatch.setattr(
        api_test.sample_some_states, "sample_some_states", lambda of, max_states: sample(of, max_states // 8)
    )
    kind: Any = type(
        "Ours", (api_test.EnforceAPIOnPartialTreeBase,), {"game_name": game, "game": pyspiel.load_game(game)}
    )
    names = [one for one in dir(kind) if one.startswith("test_")]
    kind.setUpClass()
    for name in names:
        getattr(kind(name), name)()
    assert len(names) > 4


@pytest.mark.every
@every_game
def test_a_playthrough_is_the_same_each_time(game: str, tmp_path: Path) -> None:
    """Made twice, and replayed from its own text as OpenSpiel does with those that it keeps."""
    text = generate_playthrough.playthrough(game, [], seed=1)
    assert text.splitlines()[-1].startswith("Returns() = ")
    kept = tmp_path / "playthrough.txt"
    kept.write_text(text, "utf-8")
    if not generate_playthrough.flags.FLAGS.is_parsed():
        generate_playthrough.flags.FLAGS.mark_as_parsed()
    original, again = generate_playthrough.replay(str(kept))
    assert original == again == text


def test_what_is_installed_is_registered() -> None:
    """By its name and the prefix, with as many players as it can have."""
    for name in ("thunder", "odins_table", "hammer_of_thor"):
        assert f"referee_{name}" in pyspiel.registered_names()
    kind = pyspiel.load_game(GAMES["hammer_of_thor 6"]).get_type()
    assert (kind.min_num_players, kind.max_num_players) == (2, 7)
    assert pyspiel.load_game(GAMES["hammer_of_thor 6"]).num_players() == 6
    with pytest.raises(Faulty):
        openspiel.register("no-such-game")


def test_a_game_that_cannot_be_loaded_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a warning, so that the others are there."""
    monkeypatch.setattr(openspiel, "names", lambda: {"thunder", "no-such-game"})
    with pytest.warns(UserWarning, match="no-such-game is left out"):
        openspiel.register_all()


def test_options_are_parameters() -> None:
    """Parted by `/`, each with its value; one without a value is refused, as any wrong one is."""
    given = {"options": "flank:across/seer:must-draw", "players": 0}
    assert openspiel.options_of(given) == {"flank": "across", "seer": "must-draw"}
    assert openspiel.options_of({"options": "", "players": 3}) == {"seats": "3"}
    for odd in ("flank", "flank:nowhere", "no-such:across"):
        with pytest.raises(Faulty):
            pyspiel.load_game(f"referee_thunder(options={odd})")


def test_another_seed_is_another_deal() -> None:
    """The first outcome and the seed say what is dealt; the same two deal the same."""
    dealt = dict[tuple[int, int], str]()
    for seed in (1, 2, 1):
        state = pyspiel.load_game(f"referee_thunder(seed={seed})").new_initial_state()
        for deal in (3, 4):
            there = state.child(deal)
            assert dealt.setdefault(
                (seed, deal), there.information_state_string(0)
            ) == there.information_state_string(0)
    assert len(set(dealt.values())) == 4


def test_what_is_observed_is_what_the_position_says() -> None:
    """All that a seat knows, the table as it sees it, and as an onlooker does; none before the deal."""
    game = pyspiel.load_game("referee_thunder(seed=1)")
    public = make_observation(
        game,
        pyspiel.IIGObservationType(
            public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
        ),
    )
    state = game.new_initial_state()
    assert public.string_from(state, 0) == ""
    state.apply_action(7)
    at = Table.of("thunder", {}).opened("1 7")
    for player, seat in enumerate(at.table.seats):
        assert state.information_state_string(player) == at.known(seat)
        assert state.observation_string(player) == at.observed(seat)
        assert public.string_from(state, player) == at.observed(None)
    assert json.loads(state.observation_string(0))["asked"] is (state.current_player() == 0)
    assert [state.action_to_string(one) for one in state.legal_actions()] == [*at.orders]


def test_a_player_of_theirs_plays_ours() -> None:
    """Their tree search makes a move in a game of ours."""
    game = pyspiel.load_game("referee_thunder(moves=40)")
    state = game.new_initial_state()
    state.apply_action(0)
    bot = mcts.MCTSBot(game, 2.0, 4, mcts.RandomRolloutEvaluator(1))
    assert bot.step(state) in state.legal_actions()


@pytest.mark.every
@every_game
def test_their_search_over_other_worlds_plays_ours(game: str) -> None:
    """ISMCTS, which asks for states that its player could be in: it finds some at each move, and moves."""
    of = pyspiel.load_game(game)
    state = of.new_initial_state()
    state.apply_action(1)
    chance = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    bot = ismcts.ISMCTSBot(of, evaluator, 2.0, 3, random_state=chance)
    for _ in range(6):
        move = bot.step(state)
        assert move in state.legal_actions()
        state.apply_action(move)


def test_a_resampled_state_is_one_for_the_player_to_move() -> None:
    """It is told the same there, and nobody else may ask; this state stays as it is."""
    state = pyspiel.load_game("referee_thunder").new_initial_state()
    with pytest.raises(NoWorldError):
        state.resample_from_infostate(0, lambda: 0.5)
    state.apply_action(1)
    me, before = state.current_player(), str(state)
    hands = {
        state.resample_from_infostate(me, lambda at=at: at / 9).information_state_string(1 - me)
        for at in range(9)
    }
    assert len(hands) > 1
    there = state.resample_from_infostate(me, lambda: 0.5)
    assert there.information_state_string(me) == state.information_state_string(me)
    assert there.legal_actions() == state.legal_actions()
    assert str(state) == before
    with pytest.raises(NoWorldError):
        state.resample_from_infostate(1 - me, lambda: 0.5)
