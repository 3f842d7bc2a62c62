# A bank account as a GenServer, and a shop that looks at the balance before it takes the money.
#
# The bug: looking and taking are two calls. Two customers of one account can both look before either
# takes, and the balance falls below zero. account_fixed.ex lets the server decide in one call.
defmodule Account do
  use GenServer
  import ExUnit.Assertions

  def start_link(balance), do: GenServer.start_link(__MODULE__, balance)
  def balance(account), do: GenServer.call(account, :balance, :infinity)
  def take(account, amount), do: GenServer.call(account, {:take, amount}, :infinity)

  # Buys if there is enough money.
  def buy(account, price) do
    if balance(account) >= price do
      take(account, price)
      :bought
    else
      :too_expensive
    end
  end

  @impl true
  def init(balance), do: {:ok, balance}

  @impl true
  def handle_call(:balance, _from, balance), do: {:reply, balance, balance}
  def handle_call({:take, amount}, _from, balance), do: {:reply, :ok, balance - amount}

  # Two customers, money for one; the second looks around for a while.
  def test do
    {:ok, account} = start_link(100)
    test = self()
    spawn(fn -> send(test, {:first, buy(account, 80)}) end)
    for _ <- 1..2, do: balance(account)
    second = buy(account, 80)
    first = receive do {:first, result} -> result end
    assert balance(account) >= 0
    assert Enum.sort([first, second]) == [:bought, :too_expensive]
    GenServer.stop(account)
  end
end
